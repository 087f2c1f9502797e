import type { Messages } from "./en.ts";

/** Hebrew has its own form for one and two. */
const SHOWN: Record<string, string> = {
  one: "הצעה ממומנת אחת",
  two: "שתי הצעות ממומנות",
  other: "# הצעות ממומנות",
};

/** Hebrew. Pass it as `messages`. */
export const he: Messages = {
  lang: "he",
  dir: "rtl",
  labels: ["מודעה", "פרסומת", "ממומן"],
  region: "מודעות",
  shown: (count) =>
    `${SHOWN[new Intl.PluralRules("he").select(count)] ?? SHOWN.other}`.replace("#", String(count)),
  hidden: "ההצעה הוסתרה",
  undo: "ביטול",
  cited: "בתשובה",
  was: "מחיר מקורי",
  off: (percent) => `${percent} הנחה`,
  save: (money) => `חיסכון של ${money}`,
  soldBy: (name) => `נמכר על ידי ${name}`,
  outOfStock: "אזל מהמלאי",
  preorder: "הזמנה מראש",
  rating: (value, count) => `דירוג ${value} מתוך 5, ${count} דירוגים`,
  code: (code) => `קוד ${code}`,
  copy: "העתקה",
  copied: "הועתק",
  view: "להצעה",
  newTab: "נפתח בכרטיסייה חדשה",
  options: (title) => `אפשרויות עבור ${title}`,
  hide: "הסתרת ההצעה",
  why: "למה המודעה הזאת",
  whyText:
    "זו פרסומת. היא נבחרה כי היא מתאימה למילים בהודעה האחרונה שלך. " +
    "ההודעה שלך אינה נשלחת למפרסם.",
  sponsor: (name) => `במימון ${name}`,
};
