/** The provider of the browser's own model, listed where the browser has one (G2). */
import type { ModelProvider, ProviderParts } from "../model-provider.js";
import { onDeviceWords as words } from "./on-device-words.js";
import { ON_DEVICE, onDeviceAvailability } from "./prompt-api.js";

export const provideOnDevice = ({ onStatus }: Pick<ProviderParts, "onStatus">): ModelProvider => ({
  async list() {
    const availability = await onDeviceAvailability();
    if (availability === "unavailable") return [];
    const description = availability === "available" ? words.there : words.toDownload;
    return [{ name: ON_DEVICE, label: words.label, description, remote: false }];
  },
  open: async () => (await import("./on-device.js")).openOnDevice({ onStatus }),
});
