import { render } from "preact";
import { App } from "./app.tsx";
import "./demo.css";

const place = document.querySelector("#demo");
if (place !== null) render(<App />, place);
