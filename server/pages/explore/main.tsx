import { render } from "preact";
import { App } from "./app.tsx";
import "./explore.css";

const place = document.querySelector("#explore");
if (place !== null) render(<App />, place);
