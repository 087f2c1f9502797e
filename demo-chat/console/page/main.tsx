import { render } from "preact";
import type { FirstContent } from "../wire.ts";
import { App } from "./app.tsx";
import { interceptNetwork } from "./network.ts";
import "./demo.css";
import "./console.css";

const place = document.querySelector("#demo");
const data = document.querySelector("#demo-first")?.textContent;
if (place !== null && data) {
  const first: FirstContent = JSON.parse(data);
  render(<App network={interceptNetwork()} search={location.search} first={first} />, place);
}
