import { ar } from "../messages/ar.ts";
import { de } from "../messages/de.ts";
import { en, type Messages } from "../messages/en.ts";
import { es } from "../messages/es.ts";
import { fr } from "../messages/fr.ts";
import { he } from "../messages/he.ts";
import { it } from "../messages/it.ts";
import { ja } from "../messages/ja.ts";
import { nl } from "../messages/nl.ts";
import { pl } from "../messages/pl.ts";
import { pt } from "../messages/pt.ts";
import { zh } from "../messages/zh.ts";

const LANGUAGES = [ar, de, en, es, fr, he, it, ja, nl, pl, pt, zh];

/** The words for a BCP 47 tag. All are on board, since a page in a frame loads nothing. */
export function messagesFor(locale: string): Messages {
  const lang = locale.toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((one) => one.lang === lang) ?? en;
}
