import { render } from "preact";
import { App } from "./app.tsx";
import { interceptNetwork } from "./network.ts";
import "./demo.css";
import "./console.css";

const place = document.querySelector("#demo");
if (place !== null) render(<App network={interceptNetwork()} />, place);
