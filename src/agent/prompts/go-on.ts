/** What the Model is told when the user presses Continue on an answer that was cut off (L3). */
export const goOnWords =
  "Your last answer was cut off before its end. Take it up exactly where it stops, without repeating any of it and without a word about the interruption.";
