/** What the Agent of a page tells, heard beside the screen: so that the laws of event-laws.ts hold for the built app, too. */
import type { Page } from "playwright";
import type { AgentEvent, TurnEvent } from "../../src/core/port/events.js";

interface Listening extends Window {
  heardEvents: AgentEvent[];
}

interface Port {
  subscribe(listener: (event: AgentEvent) => void): Promise<void>;
}

/** Before the page is opened. A reload begins anew. */
export const recordEvents = (page: Page) =>
  page.addInitScript(() => {
    const heard = ((window as unknown as Listening).heardEvents = []) as AgentEvent[];
    const define = customElements.define.bind(customElements);
    customElements.define = (name, element, options) => {
      if (name === "app-shell") listenAt(element.prototype as object);
      define(name, element, options);
    };
    /** The Agent is given to the shell before it subscribes. */
    function listenAt(shell: object): void {
      const { get, set } = Object.getOwnPropertyDescriptor(shell, "port")!;
      Object.defineProperty(shell, "port", {
        configurable: true,
        get,
        set(port: Port) {
          const subscribe = port.subscribe.bind(port);
          port.subscribe = (listener) =>
            subscribe((event) => {
              heard.push(event);
              listener(event);
            });
          set!.call(this, port);
        },
      });
    }
  });

/** The events of Turns so far, without the words of outputs. */
export const turnEventsIn = (page: Page): Promise<readonly TurnEvent[]> =>
  page.evaluate(() =>
    (window as unknown as Listening).heardEvents
      .filter((event): event is TurnEvent => "turnId" in event)
      .map((event) => (event.type === "tool-finished" ? { ...event, output: "" } : event)),
  );
