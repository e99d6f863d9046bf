/** The message to a Model at the first loop (D4). */
export const loopAdvice = (repeated: string): string =>
  `You are going round in circles: ${repeated}. Doing it once more will not help. Stop, say in one sentence what you were after and why it does not work, then take a different way, or ask the person.`;
