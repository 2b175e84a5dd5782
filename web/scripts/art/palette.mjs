// The inks of the cards.
export const ink = '#2a1c14';
export const paper = '#fffaf0';
export const green = { deep: '#0d3f29', dark: '#14613c', mid: '#2b8a57', light: '#7fbf8d', pale: '#d3e8cb' };
export const gold = { deep: '#5c3d00', dark: '#7a5200', mid: '#dba127', light: '#f6d57c', pale: '#fbe9b7' };
export const red = { deep: '#5c0d14', dark: '#9c1a1c', mid: '#d13a2b', light: '#f0765a', pale: '#f9d2c0' };
