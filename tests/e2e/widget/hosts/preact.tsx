import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type MountOptions, mount, type Widget } from "../../../../widget/src/index.ts";
import { heard, publish, root } from "./contract.ts";

function ChatApp() {
  const [options, setOptions] = useState<Partial<MountOptions>>({ locale: "en" });
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<Widget | undefined>(undefined);
  useEffect(() => {
    const onEvent: MountOptions["onEvent"] = (event) => void heard.push(event.type);
    if (box.current) widget.current = mount(box.current, { endpoint: "/offers", onEvent });
    return () => widget.current?.destroy();
  }, []);
  useEffect(() => widget.current?.update(options), [options]);
  publish({
    turn: async (text) => widget.current?.turn(text),
    redraw: setOptions,
    leave: () => render(null, root()),
  });
  return (
    <>
      <main>
        <h1>Chat</h1>
      </main>
      <div ref={box} class="placard-box" />
    </>
  );
}

export function start(): void {
  render(<ChatApp />, root());
}
