import { render } from "preact";
import { App } from "./app.tsx";
import "uplot/dist/uPlot.min.css";
import "./console.css";

const place = document.querySelector("#console");
if (place !== null) render(<App />, place);
