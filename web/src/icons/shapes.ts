/** Icons on a grid of 24: `line` is stroked, `solid` is filled, both in the colour of the text. */
export interface IconShape {
  line?: string;
  solid?: string;
}

export const iconShapes = {
  // At the table
  pass: { line: 'M6 13v-2.2a1.8 1.8 0 0 1 3.4-.8V9.3a1.8 1.8 0 0 1 3.6 0V10a1.8 1.8 0 0 1 3.5.4V11a1.7 1.7 0 0 1 3.3.6V15a6 6 0 0 1-6 6h-2.3a6 6 0 0 1-4.6-2.1L4.2 15.6a1.7 1.7 0 0 1 1.8-2.6l3.4 1.5M9.4 10v2.5M13 10v2.5M16.5 11v1.8M8 5 7 3.2M12 4V2M16 5l1-1.8' },
  hint: { line: 'M9 17.5h6M10 20.5h4M9 17.5c0-2.5-3-3.8-3-7.5a6 6 0 0 1 12 0c0 3.7-3 5-3 7.5M9.5 10.5 12 12.5l2.5-2M12 12.5v5' },
  sort: { line: 'M4 6h9M4 12h6M4 18h3M17 5v14M13.5 15.5 17 19l3.5-3.5' },
  left: { line: 'M19 12H5M11 6l-6 6 6 6' },
  right: { line: 'M5 12h14M13 6l6 6-6 6' },
  clockwise: { line: 'M19.5 13.5A8 8 0 1 1 17 6.2L20 9M20 4v5h-5' },
  counterclockwise: { line: 'M4.5 13.5A8 8 0 1 0 7 6.2L4 9M4 4v5h5' },
  clock: { line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2' },
  cards: { line: 'M4.2 8.2l7-3 5.3 12.2-7 3zM14 5h4.5A1.5 1.5 0 0 1 20 6.5V16' },
  pad: { line: 'M6 4h12v17H6zM9 2.5v3M12 2.5v3M15 2.5v3M9 9.5h6M9 13h6M9 16.5h3' },
  undo: { line: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11' },
  // People and honours
  person: { line: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21a7.5 7.5 0 0 1 15 0' },
  people: { line: 'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8' },
  robot: { line: 'M6.5 8.5h11A1.5 1.5 0 0 1 19 10v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18v-8a1.5 1.5 0 0 1 1.5-1.5zM12 8.5V5M9.5 16h5M2.5 12.5v3M21.5 12.5v3', solid: 'M12 5.5a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM9 13.5a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6zM15 13.5a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6z' },
  crown: { line: 'M4 18h16M4.5 15 3 7l5 3.5L12 4l4 6.5L21 7l-1.5 8z' },
  trophy: { line: 'M8 4h8v6a4 4 0 0 1-8 0zM8 5.5H4.5V7A3.5 3.5 0 0 0 8 10.5M16 5.5h3.5V7a3.5 3.5 0 0 1-3.5 3.5M12 14v3.5M8.5 20.5h7M9.5 20.5c0-1.8 1-3 2.5-3s2.5 1.2 2.5 3' },
  karma: { line: 'M12 4c2.8 2.6 3.8 6.5 0 12-3.8-5.5-2.8-9.4 0-12zM12 16c1-5 4-7.2 8.5-7 .3 4.6-3 8-8.5 7zM12 16c-1-5-4-7.2-8.5-7-.3 4.6 3 8 8.5 7zM6 20h12' },
  star: { line: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.8l-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z' },
  flag: { line: 'M5 21V4M5 5c4-2.5 7.5 2.5 14 0v9c-6.5 2.5-10-2.5-14 0' },
  // Talking and sharing
  chat: { line: 'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5zM8 8.5h8M8 12h5' },
  link: { line: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1' },
  qr: { line: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20h-.01M17.5 18.5v1.5', solid: 'M6.2 6.2h1.6v1.6H6.2zM16.2 6.2h1.6v1.6h-1.6zM6.2 16.2h1.6v1.6H6.2z' },
  share: { line: 'M12 15V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1' },
  download: { line: 'M12 3.5V15M8 11l4 4 4-4M5 16v4.5h14V16' },
  language: { line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.5h17M3.5 14.5h17M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18z' },
  // Replay
  first: { line: 'M6 5v14M19 5.5v13L9 12z' },
  previous: { line: 'M15 5l-7 7 7 7' },
  play: { line: 'M7 4.5v15L19.5 12z' },
  pause: { line: 'M8.5 5v14M15.5 5v14' },
  next: { line: 'M9 5l7 7-7 7' },
  last: { line: 'M18 5v14M5 5.5v13L15 12z' },
  // The application
  menu: { line: 'M4 7h16M4 12h16M4 17h16' },
  settings: { line: 'M4 7h8M16.5 7H20M4 17h3.5M12 17h8M14.2 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9.8 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z' },
  'sound-on': { line: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11' },
  'sound-off': { line: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5' },
  close: { line: 'M6 6l12 12M18 6 6 18' },
  check: { line: 'M5 12.5 10 17.5 19.5 7' },
  warning: { line: 'M12 3.5 22 20.5H2zM12 10v5M12 17.7v.1' },
  info: { line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.7v.1' },
  connected: { line: 'M2.5 9.5a14 14 0 0 1 19 0M5.8 13.2a9 9 0 0 1 12.4 0M9 16.7a4.3 4.3 0 0 1 6 0M12 20v.1' },
  disconnected: { line: 'M2.5 9.5a14 14 0 0 1 6-3.3M12.5 5.6a14 14 0 0 1 9 3.9M5.8 13.2a9 9 0 0 1 4.4-2.3M15.5 11.5a9 9 0 0 1 2.7 1.7M9 16.7a4.3 4.3 0 0 1 5-.6M12 20v.1M4 3l16 18' },
  eye: { line: 'M2 12c5-8.5 15-8.5 20 0-5 8.5-15 8.5-20 0zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z' },
  sun: { line: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4' },
  moon: { line: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z' },
  plus: { line: 'M12 5v14M5 12h14' },
  minus: { line: 'M5 12h14' },
  home: { line: 'M3.5 10.5C7 9 10 6.5 12 3.5c2 3 5 5.5 8.5 7M6 9.8V20h12V9.8M10 20v-5.5h4V20' },
} satisfies Record<string, IconShape>;

export type IconName = keyof typeof iconShapes;
