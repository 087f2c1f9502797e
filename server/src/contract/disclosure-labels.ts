/**
 * The disclosure labels by language: those of the widget's twelve. Each list holds the words for
 * Ad, Advertisement and Sponsored, in this order; two may be one word in a language.
 */
export const DISCLOSURE_LABELS = {
  ar: ["إعلان", "مادة إعلانية", "ممول"],
  de: ["Anzeige", "Werbung", "Gesponsert"],
  en: ["Ad", "Advertisement", "Sponsored"],
  es: ["Anuncio", "Publicidad", "Patrocinado"],
  fr: ["Annonce", "Publicité", "Sponsorisé"],
  he: ["מודעה", "פרסומת", "ממומן"],
  it: ["Annuncio", "Pubblicità", "Sponsorizzato"],
  ja: ["広告", "広告", "スポンサー"],
  nl: ["Advertentie", "Reclame", "Gesponsord"],
  pl: ["Reklama", "Materiał reklamowy", "Sponsorowane"],
  pt: ["Anúncio", "Publicidade", "Patrocinado"],
  zh: ["广告", "广告", "赞助"],
} as const;

const BY_LANGUAGE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(DISCLOSURE_LABELS),
);
const ENGLISH: readonly string[] = DISCLOSURE_LABELS.en;
const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.values(DISCLOSURE_LABELS)
    .flat()
    .map((label) => [label.toLowerCase(), label]),
);

/** The label of the table that a publisher chose; anything else could hide what it labels. */
export function knownLabel(label: string): string {
  return KNOWN.get(label.normalize("NFC").toLowerCase()) ?? DISCLOSURE_LABELS.en[0];
}

/**
 * The label in the reader's language: only an English label has equivalents. Every other label, and
 * every language without a row, keeps the label as it is.
 */
export function localisedLabel(label: string, locale: string | undefined): string {
  const place = ENGLISH.indexOf(label);
  if (place === -1 || locale === undefined) return label;
  const language = locale.split(/[-_]/, 1)[0]?.toLowerCase() ?? "";
  return BY_LANGUAGE.get(language)?.[place] ?? label;
}
