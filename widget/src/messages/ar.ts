import type { Messages } from "./en.ts";

/** Arabic has its own form for one, two, a few, and many. */
const SHOWN: Record<Intl.LDMLPluralRule, string> = {
  zero: "لا عروض مموّلة",
  one: "عرض مموّل واحد",
  two: "عرضان مموّلان",
  few: "# عروض مموّلة",
  many: "# عرضًا مموّلًا",
  other: "# عرض مموّل",
};

/** Arabic. Pass it as `messages`. */
export const ar: Messages = {
  lang: "ar",
  dir: "rtl",
  labels: ["إعلان", "مادة إعلانية", "ممول"],
  region: "إعلانات",
  shown: (count) => SHOWN[new Intl.PluralRules("ar").select(count)].replace("#", String(count)),
  hidden: "أُخفي العرض",
  undo: "تراجع",
  cited: "ورد في الإجابة",
  was: "السعر الأصلي",
  off: (percent) => `خصم ${percent}`,
  save: (money) => `وفّر ${money}`,
  soldBy: (name) => `البائع: ${name}`,
  outOfStock: "غير متوفر",
  preorder: "طلب مسبق",
  rating: (value, count) => `التقييم ${value} من 5، عدد التقييمات ${count}`,
  code: (code) => `الرمز ${code}`,
  copy: "نسخ",
  copied: "تم النسخ",
  view: "عرض التفاصيل",
  newTab: "يُفتح في علامة تبويب جديدة",
  options: (title) => `خيارات ${title}`,
  hide: "إخفاء هذا العرض",
  why: "لماذا هذا الإعلان",
  whyText: "هذا إعلان. اختير لأنه يطابق كلمات في رسالتك الأخيرة. لا تصل رسالتك إلى المعلن.",
  sponsor: (name) => `مدفوع من ${name}`,
};
