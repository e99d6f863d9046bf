/** Under which keys the Settings dialog keeps what it is told (S4), and the choices of appearance. */
export const settingKeys = {
  baseUrl: "model.baseUrl",
  contextLimit: "model.contextLimit",
  compressionThreshold: "model.compressionThreshold",
  theme: "ui.theme",
} as const;

export type Theme = "system" | "light" | "dark";
