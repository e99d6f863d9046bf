/** What a file holds after a wave of writes: its size differs from file to file, and every line says the wave. */
export const contentOfWave = (wave: number, path: string): string =>
  `wave ${wave} of ${path}\n`.repeat(1 + path.length * 60);
