import "./docs.css";
import { addCopyButtons } from "./copy.ts";
import { addForm } from "./forms.ts";
import { addSearch } from "./search.ts";

addCopyButtons(document);
addForm(document);
addSearch(document);
