/** Where the arrows around the middle of a table stand: on a rectangle with round corners, as far apart everywhere. */

export const ARROW = 'M-9 -8Q-5 0 -9 8L10 0Z';
const [LONG, WIDE] = [10, 8]; // how far it reaches from its middle
const EDGE = 10;
const ROUND = 0.8;

export interface Place {
  x: number;
  y: number;
  /** Which way an arrow there points, in degrees. */
  turn: number;
}

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** The place at so many degrees counter-clockwise from the near edge, in a middle of that size. */
export function placeAt(angle: number, direction: 1 | -1, width: number, height: number): Place {
  const [across, down] = [width / 2 - EDGE, height / 2 - EDGE];
  const radius = Math.min(across, down) * ROUND;
  const quarter = Math.floor((angle + 720) / 90) % 4;
  const [right, near, back] = [quarter < 2, quarter % 3 === 0, quarter % 2 === 1];
  const part = ((angle + 720) % 90) / 90;
  // How far it is along this quarter, from the middle of the near or far side to that of the left or right one.
  const way = (back ? 1 - part : part) * (across + down + (Math.PI / 2 - 2) * radius);
  const past = way - (across - radius);
  const bend = Math.min(Math.PI / 2, Math.max(0, past / radius));
  const x = Math.min(way, across - radius) + radius * Math.sin(bend);
  const y = down - radius + radius * Math.cos(bend) - Math.max(0, past - (radius * Math.PI) / 2);
  const turned = (bend * 180) / Math.PI;
  return {
    x: width / 2 + (right ? x : -x),
    y: height / 2 + (near ? y : -y),
    turn: (direction === 1 ? 0 : 180) - 90 * quarter - (back ? 90 - turned : turned),
  };
}

/** Whether an arrow at a place lies beside a box, not behind it. */
export function isBeside({ x, y, turn }: Place, box: Box): boolean {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => Math.abs(of((turn * Math.PI) / 180))) as [number, number];
  const [wide, high] = [LONG * cos + WIDE * sin, LONG * sin + WIDE * cos];
  return box.left >= x + wide || box.right <= x - wide || box.top >= y + high || box.bottom <= y - high;
}
