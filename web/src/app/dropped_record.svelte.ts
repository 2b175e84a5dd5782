import { m } from '../paraglide/messages.js';
import { home } from '../pocket/site.js';
import { router } from './router.svelte.js';
import { toasts } from './toasts.svelte.js';

/** Where a record (`.gof`) is opened. */
export const OPEN_PATH = '/open';

/** Files that the installed application is opened with (`file_handlers` of the manifest). */
interface Launched {
  launchQueue?: { setConsumer(consumer: (launch: { files: { getFile(): Promise<File> }[] }) => void): void };
}

/**
 * A record that was dropped somewhere on a page, shared with the installed application or opened by it, on its way to
 * the page that opens it.
 */
class DroppedRecord {
  file = $state.raw<File | null>(null);

  constructor() {
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', (event) => this.#dropped(event));
    (globalThis as Launched).launchQueue?.setConsumer(
      ({ files: [first] }) => void first?.getFile().then((file) => this.#open(file)),
    );
    if (new URLSearchParams(location.search).has('shared')) void this.#takeShared();
  }

  /** The service worker has taken it, and hands it over once. */
  async #takeShared(): Promise<void> {
    const answer = await fetch(`${home}shared-record`);
    if (answer.ok) this.#open(new File([await answer.blob()], 'shared.gof'));
  }

  #open(file: File): void {
    this.file = file;
    router.go(OPEN_PATH);
  }

  /** Another kind of file is refused: the browser would show it in the page's place. */
  #dropped(event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    const file = files.find((one) => one.name.toLowerCase().endsWith('.gof'));
    if (file) this.#open(file);
    else toasts.say(m.dropped_other(), { alarm: true });
  }

  take(): File | null {
    const file = this.file;
    this.file = null;
    return file;
  }
}

export const dropped = new DroppedRecord();
