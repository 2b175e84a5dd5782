import { router } from './router.svelte.js';

/** Where a record (`.gof`) is opened. */
export const OPEN_PATH = '/open';

/** A record that was dropped somewhere on a page, on its way to the page that opens it. */
class DroppedRecord {
  file = $state.raw<File | null>(null);

  constructor() {
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', (event) => this.#dropped(event));
  }

  #dropped(event: DragEvent): void {
    const file = [...(event.dataTransfer?.files ?? [])].find((one) => one.name.toLowerCase().endsWith('.gof'));
    if (!file) return;
    event.preventDefault();
    this.file = file;
    router.go(OPEN_PATH);
  }

  take(): File | null {
    const file = this.file;
    this.file = null;
    return file;
  }
}

export const dropped = new DroppedRecord();
