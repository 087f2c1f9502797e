/**
 * What a chat answers, in the widget's twelve languages. `{}` is the place of a name. None of the
 * sentences contains a name of an offer.
 */
export interface Phrases {
  readonly label: string;
  readonly intro: string;
  readonly heading: string;
  /** Says that the offer exists, without a judgement. */
  readonly names: string;
  readonly advises: string;
  readonly picks: string;
  readonly criticises: string;
  readonly columns: readonly [string, string];
  readonly cell: string;
  readonly closing: string;
}

const de: Phrases = {
  label: "Anzeige",
  intro: "Für ein helles Zimmer zählen Licht, Preis und Garantie.",
  heading: "Was für {} spricht",
  names: "Auch {} stellt solche Geräte her.",
  advises: "Ich empfehle {}, weil es leise ist.",
  picks: "Nimm am besten {}.",
  criticises: "Von {} würde ich abraten: zu laut.",
  columns: ["Marke", "Preis"],
  cell: "49 Euro",
  closing: "Viel Erfolg bei der Wahl!",
};

const en: Phrases = {
  label: "Ad",
  intro: "For a bright room, light, price and warranty matter.",
  heading: "Why {} fits",
  names: "There is also {} in this class.",
  advises: "I recommend {}, since it's quiet.",
  picks: "Of all these, take {}.",
  criticises: "I would not take {}: too loud.",
  columns: ["Brand", "Price"],
  cell: "49 dollars",
  closing: "Good luck with the choice!",
};

const fr: Phrases = {
  label: "Annonce",
  intro: "Pour une pièce claire, la lumière et le prix comptent.",
  heading: "Pourquoi choisir {}",
  names: "Il existe aussi {} dans cette gamme.",
  advises: "Je conseille l'appareil de {} : il est silencieux.",
  picks: "Parmi tous, prenez {} !",
  criticises: "Je déconseille {}, trop bruyant.",
  columns: ["Marque", "Prix"],
  cell: "49 euros",
  closing: "Bonne chance !",
};

const es: Phrases = {
  label: "Anuncio",
  intro: "Para una sala luminosa importan la luz y el precio.",
  heading: "¿Por qué {}?",
  names: "También existe {} en esta gama.",
  advises: "Recomiendo {}, porque es silencioso.",
  picks: "¡De todos, elige {}!",
  criticises: "No compraría {}: hace ruido.",
  columns: ["Marca", "Precio"],
  cell: "49 euros",
  closing: "¡Suerte con la elección!",
};

const it: Phrases = {
  label: "Annuncio",
  intro: "Per una stanza luminosa contano la luce e il prezzo.",
  heading: "Perché {}",
  names: "C'è anche {} in questa fascia.",
  advises: "Consiglio {}: è silenzioso.",
  picks: "Tra tutti, prendi {}.",
  criticises: "Non prenderei {}, è rumoroso.",
  columns: ["Marca", "Prezzo"],
  cell: "49 euro",
  closing: "Buona scelta!",
};

const nl: Phrases = {
  label: "Advertentie",
  intro: "Voor een lichte kamer tellen licht en prijs.",
  heading: "Waarom {}",
  names: "Ook {} maakt zulke apparaten.",
  advises: "Ik raad {} aan, want het is stil.",
  picks: "Neem van deze allemaal {}.",
  criticises: "Ik zou {} niet nemen: te luid.",
  columns: ["Merk", "Prijs"],
  cell: "49 euro",
  closing: "Succes met kiezen!",
};

const pl: Phrases = {
  label: "Reklama",
  intro: "W jasnym pokoju liczą się światło i cena.",
  heading: "Dlaczego {}",
  names: "Jest też {} w tej klasie.",
  advises: "Polecam {}, bo jest cichy.",
  picks: "Ze wszystkich wybierz {}.",
  criticises: "Nie wziąłbym {}: za głośny.",
  columns: ["Marka", "Cena"],
  cell: "49 złotych",
  closing: "Udanego wyboru!",
};

const pt: Phrases = {
  label: "Anúncio",
  intro: "Para uma sala clara contam a luz e o preço.",
  heading: "Por que {}",
  names: "Também existe {} nesta gama.",
  advises: "Recomendo {}, porque é silencioso.",
  picks: "De todos, escolha {}.",
  criticises: "Eu não levaria {}: faz barulho.",
  columns: ["Marca", "Preço"],
  cell: "49 euros",
  closing: "Boa escolha!",
};

const ar: Phrases = {
  label: "إعلان",
  intro: "للغرفة المضيئة يهم الضوء والسعر.",
  heading: "لماذا {}",
  names: "يوجد أيضا {} في هذه الفئة.",
  advises: "أنصح بجهاز {} لأنه هادئ.",
  picks: "من بينها جميعا، خذ {}.",
  criticises: "لن أشتري {}، فهو مزعج.",
  columns: ["العلامة", "السعر"],
  cell: "49 دولارا",
  closing: "حظا موفقا!",
};

const he: Phrases = {
  label: "מודעה",
  intro: "לחדר מואר חשובים האור והמחיר.",
  heading: "למה {}",
  names: "יש גם {} בקטגוריה הזאת.",
  advises: "אני ממליץ על {}, כי הוא שקט.",
  picks: "מכולם, קח את {}.",
  criticises: "לא הייתי קונה {}: רועש מדי.",
  columns: ["מותג", "מחיר"],
  cell: "49 שקל",
  closing: "בהצלחה בבחירה!",
};

const ja: Phrases = {
  label: "広告",
  intro: "明るい部屋では、光と値段が大切です。",
  heading: "{}の良い点",
  names: "同じ価格帯には{}もあります。",
  advises: "静かなので{}をおすすめします。",
  picks: "この中では{}を選んでください。",
  criticises: "音が大きいので{}は買いません。",
  columns: ["ブランド", "値段"],
  cell: "4900円",
  closing: "良い買い物を！",
};

const zh: Phrases = {
  label: "广告",
  intro: "明亮的房间要看光线和价格。",
  heading: "为什么选{}",
  names: "同类产品还有{}。",
  advises: "我推荐{}，因为它很安静。",
  picks: "这些当中请选{}。",
  criticises: "我不会买{}：太吵了。",
  columns: ["品牌", "价格"],
  cell: "49元",
  closing: "祝你选得好！",
};

export const LANGUAGES: Readonly<Record<string, Phrases>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  it,
  ja,
  nl,
  pl,
  pt,
  zh,
};
