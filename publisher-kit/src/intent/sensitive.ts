import type { ChatTurn } from "../types.ts";

/**
 * Subjects beside which no offer may stand, whatever else the turn says. Recall comes before
 * precision here: a missed sale is nothing, an advertisement beside grief is harm.
 */
const TOPICS: Record<string, string> = {
  self_harm:
    "suicid\\w{0,6}|kill(?:ing)? my ?self|end(?:ing)? (?:my life|it all)" +
    "|self[- ]?harm\\w{0,4}|cut(?:ting)? my ?self|hurt(?:ing)? my ?self" +
    "|(?:want|wanna|wish(?:ed)?|ready) to die|don'?t want to (?:live|be alive)|wish i (?:was" +
    "|were) dead|no reason to live|overdos\\w{1,4}",
  grief:
    "funeral\\w?|grie(?:f|ving|ve)|mourn\\w{0,4}|bereave\\w{0,5}|passed away|widow\\w{0,3}" +
    "|miscarr\\w{1,7}|stillb\\w{2,5}|memorial service|condolence\\w?" +
    "|(?:mom|mum|mother|dad|father|wife|husband|son|daughter|brother|sister|friend|grandma" +
    "|grandpa|baby|dog|cat) (?:just |recently )?(?:died|has died|is dying|passed)" +
    "|lost (?:my|our|her|his) (?:mom|mum|mother|dad|father|wife|husband|son|daughter|brother" +
    "|sister|baby|child)|cremat\\w{1,5}|hospice",
  mental_health:
    "depress(?:ed|ion|ive|ing)|anxiety|panic attacks?|ptsd|bipolar|schizo\\w{2,8}" +
    "|psychos\\w{1,4}|psychiatr\\w{1,5}|therap(?:y|ist|ists)|counsel(?:ing|ling|or|lor)s?" +
    "|eating disorder|anorexi\\w{1,2}|bulimi\\w{1,2}|bing(?:e|ing) (?:eat\\w{0,3}|on food)" +
    "|self[- ]?esteem|trauma\\w{0,7}|nightmares|hallucinat\\w{1,5}|mental(?:ly)? (?:health" +
    "|ill\\w{0,4})" +
    "|depersonali[sz]ation|dereali[sz]ation|paranoi\\w{1,2}|obsessive thoughts?" +
    "|intrusive thoughts?|antidepressants?|worthless|hopeless(?:ness)?|lonel(?:y|iness)" +
    "|mood swings?|feel(?:ing)? (?:so )?(?:empty|numb|alone|stuck)|insomnia" +
    "|anger issues|trust issues|crying|cry (?:all|every|at)|ocd|adhd|asperger\\w{0,3}" +
    "|autis\\w{1,4}|borderline personality|suffer(?:ing)? from|codependen\\w{1,3}|emotionally",
  relationship:
    "divorc\\w{1,4}|cheat(?:ed|ing) on|affair with|my ex\\b|ex[- ](?:wife|husband|girlfriend" +
    "|boyfriend)|break(?:ing)? up with|broke up|separated from|custody|infidelity|unfaithful" +
    "|my marriage|our marriage|our relationship|my relationship" +
    "|(?:wife|husband|boyfriend|girlfriend|fianc[eé]e?|partner" +
    "|spouse)\\b.{0,60}\\b(?:argu\\w{1,4}|fight\\w{0,4}|lie[sd]?|lying|trust|love[sd]? me|sex" +
    "|leave|left me|angry|yell\\w{0,4}|controlling|jealous)" +
    "|(?:doesn'?t|don'?t|didn'?t) love me|fall(?:ing|en)? out of love",
  abuse:
    "abus(?:e|ed|es|ive|er|ing)|domestic violence|rap(?:e|ed|ist)\\b|molest\\w{1,4}" +
    "|sexual(?:ly)? assault\\w{0,3}|assaulted|beats me|hit(?:s|ting)? me|stalk(?:ed|er|ing)" +
    "|bull(?:y|ied|ying)|harass\\w{1,5}|traffick\\w{1,3}|restraining order",
  minors:
    "i(?:'| a)?m (?:only )?(?:a |an )?(?:[6-9]|1[0-7]|(?:six|seven|eight|nine|ten|eleven" +
    "|twelve|thirteen|fourteen|fifteen|sixteen|seventeen))(?! ?(?:%|percent|weeks?|months?" +
    "|minutes|hours|days|inch|feet|ft|cm|miles|stone|k\\b|dollars|bucks|am|pm))(?: ?(?:years?" +
    "|yrs?|yo)(?: ?-?old)?)?\\b" +
    "|i(?:'| a)?m (?:still )?in (?:(?:the )?(?:\\w{3,8}|\\d{1,2}(?:st|nd|rd|th)) grade" +
    "|grade (?:school|\\d{1,2})|elementary|middle school|junior high|primary school" +
    "|high school)|as a (?:kid|minor|teen(?:ager)?)\\b|i(?:'| a)?m (?:just )?a (?:kid|minor" +
    "|teen(?:ager)?|child)\\b" +
    "|(?:my|the) (?:mom|mum|dad|parents|mother|father)(?: and dad| and mom)? (?:won'?t" +
    "|will not|doesn'?t|don'?t|said i can'?t|says i can'?t) (?:let me|know|allow|find out)" +
    "|without my (?:parents|mom|mum|dad) knowing|year \\d class|(?:before" +
    "|behind) my (?:parents|mom|mum|dad)",
  medical:
    "cancer\\w{0,3}|tumou?rs?|chemo\\w{0,7}|leuk[ae]emia|diabet\\w{1,3}|insulin" +
    "|stroke\\b(?! width)|heart (?:attack|disease|failure|rate|palpitation\\w?)" +
    "|blood (?:pressure|sugar|test|count|clot\\w?)|pregnan(?:t|cy)|abortions?|hiv|aids\\b|std" +
    "|herpes|hepatitis|seizures?|epilep\\w{1,4}" +
    "|diagnos\\w{1,5}|symptoms?|prescri(?:bed|ption\\w?)|dos(?:e|age)s?\\b|side effects?" +
    "|surger(?:y|ies)|biopsy|mri\\b|ct scan|x-?rays?|ultrasound|my (?:doctor|doc|gp|obgyn" +
    "|urologist|dermatologist|cardiologist|psychologist|psychiatrist|dentist)|antibiotics?" +
    "|infect(?:ion|ed|ions|ious)|rash(?:es)?\\b|fever|vomit\\w{0,4}|nausea\\w{0,5}" +
    "|bleed(?:ing|s)?|swollen|swelling|lump\\b|discharge\\b|menstru\\w{1,6}|periods? (?:late" +
    "|pain|is|are|for)|my period|ovar(?:y|ies|ian)|uter(?:us|ine)|endometri\\w{2,5}" +
    "|hysterectomy|testic\\w{1,5}|testosterone|vagin\\w{1,4}|penis|penile|scrotum|sperm|semen" +
    "|erectile|miscarriage|birth control|contracept\\w{1,5}|ovulat\\w{1,4}" +
    "|thyroid|kidney|liver\\b|gallbladder|ulcers?|ibs\\b|hernia|migraines?|chest pain" +
    "|stomach (?:pain|ache)|abdom(?:en|inal)|abdominal pain|throat (?:pain|infection)" +
    "|pain(?:ful)? (?:in|on|when|while|during)|hurts? (?:when|to)|aches? (?:in|and)|numbness" +
    "|tingling|dizz(?:y|iness)|light ?headed\\w{0,4}|faint(?:ed|ing)|an[ae]emi[ac]|asthma" +
    "|allergic reaction|anti[- ]?histamines?|(?:lactose|gluten|food|histamine) intoleran\\w{1,2}" +
    "|medications?|medicines?(?! (?:ball|cabinet|bottle|box))|hives\\b" +
    "|eczema|psoriasis|arthritis|fractur\\w{1,3}" +
    "|concussion|multiple sclerosis|parkinson\\w{0,2}|alzheimer\\w{0,2}|dementia|lupus" +
    "|pneumonia|bronchitis|tuberculosis|mononucleosis|lymph|virus\\b.{0,30}\\bbody" +
    "|vaccin\\w{1,6}|steroids?\\b|\\d{1,4} ?mg\\b|mcg\\b|ml of|(?:zoloft|prozac|xanax|lexapro" +
    "|adderall|ritalin|ibuprofen|tylenol|acetaminophen|paracetamol|aspirin|amoxicillin" +
    "|metformin|prednisone|gabapentin|tramadol|viagra|accutane|warfarin|oxycodone|hydrocodone" +
    "|percocet|codeine|morphine)" +
    "|health condition|my condition|medical condition|chronic\\b|disease|disorder|syndrome" +
    "|cyst\\b|cysts|polyps?|hemorrhoids?|constipat\\w{1,3}|diarrh\\w{1,4}|urin(?:e|ary|ating" +
    "|ation)|bladder|rectum|rectal|bowel|stool sample|blood in|colon\\b|lungs?\\b|breathing" +
    "|palpitations|cholesterol|hypertension|cardiac|mucus|phlegm|tonsils?|sinus|wbc" +
    "|hemoglobin|platelets?",
  addiction:
    "addict(?:ed|ion|ions|s)?|alcoholi\\w{1,3}|rehab\\b|withdrawal symptoms|drinking problem" +
    "|quit (?:smoking|drinking)|sober|relaps\\w{1,4}|drug use|heroin|cocaine|meth\\b|opioids?" +
    "|gambling problem",
  sexuality:
    "masturbat\\w{1,4}|porn\\w{0,8}|orgasm\\w?|sexual\\w{0,5}|have sex|having sex|sex life" +
    "|gender identity|transgender|coming out|gay\\b|lesbian|bisexual|erection" +
    "|sex toys?|dildos?|vibrators?|lube\\b|condoms?|fetish\\w{0,3}|bdsm",
  religion:
    "my (?:faith|religion|church|pastor|priest|imam|rabbi)|god (?:hates|punish\\w{0,4}" +
    "|forgive)|pray(?:er|ing) for|convert(?:ed|ing)? to (?:islam|christianity|judaism)" +
    "|islam\\w{0,3}|muslims?|qur'?an|koran|bibles?|christianity|catholic\\w{0,3}|judaism|jewish" +
    "|hindu(?:s|ism)?|buddhis[mt]s?|atheis[mt]s?|hijabs?|rosar(?:y|ies)|which religion|religious",
  politics:
    "vot(?:e|ed|ing) for|politic(?:s|al|ian\\w?)|donald trump|trump (?:hat|flag|shirt|mug|sign)" +
    "|joe biden|maga\\b|socialis[mt]|communis[mt]|gun control" +
    "|abortion law|election\\w?|republicans?|democrats?|immigration" +
    "|deport\\w{1,5}|asylum|refugees?|genocide|terroris\\w{1,2}|mass shooting|war in",
  debt:
    "bankrupt\\w{0,4}|i owe\\b|overdue bills?|laid off" +
    "|evict\\w{1,4}|foreclos\\w{1,4}|debt collector\\w?|in debt|my debts?" +
    "|pay off (?:my )?debt|payday loan\\w?|can'?t (?:afford (?:food|rent|to eat)" +
    "|pay (?:my )?(?:rent|bills))|homeless\\w{0,4}|lost my job|got fired|unemploy\\w{1,5}" +
    "|food stamps",
  weapons:
    "make a bomb|build a bomb|pipe bomb|buy a gun\\b(?! (?:holster|safe|case|rack))|handguns?" +
    "|ammo\\b|ammunition" +
    "|firearms?|kill (?:someone|him|her|them|my)|poison (?:someone" +
    "|him|her|my)|ghost gun",
};

/** Source: the sensitive gate looks at the current turn and the last three turns of the reader. */
const EARLIER_TURNS = 3;
const TEXT_MAX = 1500;

let compiled: RegExp | undefined;
let byTopic: [string, RegExp][] | undefined;

function anyTopic(): RegExp {
  compiled ??= new RegExp(`\\b(?:${Object.values(TOPICS).join("|")})`);
  return compiled;
}

/** The name of the sensitive subject a text touches, or undefined. */
export function sensitiveTopicOf(text: string): string | undefined {
  const cut = text.slice(0, TEXT_MAX).toLowerCase().replaceAll("’", "'");
  if (!anyTopic().test(cut)) return undefined;
  byTopic ??= Object.entries(TOPICS).map(([name, body]) => [name, new RegExp(`\\b(?:${body})`)]);
  return byTopic.find(([, regexp]) => regexp.test(cut))?.[0];
}

/** Looks at this turn and the reader's last three; the assistant's words do not count. */
export function sensitiveTopic(text: string, previous: readonly ChatTurn[]): string | undefined {
  const own = sensitiveTopicOf(text);
  if (own !== undefined) return own;
  let left = EARLIER_TURNS;
  for (let index = previous.length - 1; index >= 0 && left > 0; index -= 1) {
    const turn = previous[index];
    if (turn?.role !== "user") continue;
    left -= 1;
    const topic = sensitiveTopicOf(turn.text);
    if (topic !== undefined) return topic;
  }
  return undefined;
}
