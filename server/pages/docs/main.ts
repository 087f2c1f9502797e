import "./docs.css";
import { addForms } from "./forms.ts";

addForms(document);
