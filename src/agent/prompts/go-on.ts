/** The message to the Model when the user presses Continue on an answer that was cut off (L3). */
export const goOnWords =
  "Your last answer was cut off before its end. Take it up exactly where it stops, without repeating any of it and without a word about the interruption.";

/** The message to a Model that was stopped in a loop, when the user wants it to go on (D4). */
export const goOnAfterLoopWords =
  "You are going round in circles, or so it seemed, and were stopped for it. The person has looked at what you did and wants you to go on. Take up the task where it stands.";
