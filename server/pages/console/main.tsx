import { render } from "preact";
import { App } from "./app.tsx";
import "uplot/dist/uPlot.min.css";
import "./console.css";

const place = document.querySelector("#console");
if (place !== null) {
  // The frame around the page says which environment this is.
  render(<App isDemo={document.querySelector(".badge.demo") !== null} />, place);
}
