/** What a Model is told when it is caught going round in circles for the first time (D4). */
export const loopAdvice = (repeated: string): string =>
  `You are going round in circles: ${repeated}. Doing it once more will not help. Stop, say in one sentence what you were after and why it does not work, then take a different way, or ask the person.`;
