import { hydrate, render } from "preact";
import { App, type Given } from "./app.tsx";
import "./explore.css";

const place = document.querySelector("#explore");
const data = document.querySelector("#explore-data")?.textContent;
if (place !== null) {
  const given: Given = data ? JSON.parse(data) : { search: location.search };
  if (data) hydrate(<App {...given} />, place);
  else render(<App {...given} />, place);
}
