import type { ChatTurn } from "../../types.ts";
import { PhraseBook } from "./phrases.ts";

/**
 * Subjects beside which no offer may stand, whatever else the turn says. Recall comes before
 * precision here: a missed sale is nothing, an advertisement beside grief is harm.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  self_harm: String.raw`
suicid;kill(?:ing)? my ?self;end(?:ing)? (?:my life|it all);self[- ]?harm;cut(?:ting)? my ?self;
hurt(?:ing)? my ?self;to die => (?:want|wanna|wish(?:ed)?|ready) to die;
don'?t want to (?:live|be alive);wish i (?:was|were) dead;no reason to live;overdos\w`,
  grief: String.raw`
funeral;grie(?:f|ving|ve);mourn;bereave;passed away;widow;miscarr\w;stillb\w{2};memorial service;
condolence;
died|is dying|passed => (?:mom|mum|mother|dad|father|wife|husband|son|daughter|brother|sister
|friend|grandma|grandpa|baby|dog|cat) (?:(?:just|recently) )?(?:died|has died|is dying|passed);
lost (?:my|our|her|his) (?:mom|mum|mother|dad|father|wife|husband|son|daughter|brother|sister
|baby|child);cremat\w;hospice`,
  mental_health: String.raw`
depress(?:ed|ion|ive|ing);anxiety;panic attack;ptsd;bipolar;schizo\w{2};psychos\w;psychiatr\w;
therap(?:y|ist);counsel(?:ing|ling|or|lor);eating disorder;anorexi\w;bulimi\w;
bing(?:e|ing) (?:eat|on food);self[- ]?esteem;trauma;nightmares;hallucinat\w;
mental(?:ly)? (?:health|ill);depersonali[sz]ation;dereali[sz]ation;paranoi\w;obsessive thought;
intrusive thought;antidepressant;worthless;hopeless;lonel(?:y|iness);mood swing;
feel(?:ing)? (?:so )?(?:empty|numb|alone|stuck);insomnia;anger issues;trust issues;crying;
cry (?:all|every|at);ocd;adhd;asperger;autis\w;borderline personality;suffer(?:ing)? from;
codependen\w;emotionally`,
  relationship: String.raw`
divorc\w;cheat(?:ed|ing) on;affair with;my ex\b;ex[- ](?:wife|husband|girlfriend|boyfriend);
break(?:ing)? up with;broke up;separated from;custody;infidelity;unfaithful;
(?:my|our) (?:marriage|relationship);
(?:wife|husband|boyfriend|girlfriend|fianc[eé]e?|partner|spouse)\b.{0,60}\b(?:argu\w|fight|lie
|lying|trust|love[sd]? me|sex|leave|left me|angry|yell|controlling|jealous);
love me => (?:doesn'?t|don'?t|didn'?t) love me;fall(?:ing|en)? out of love`,
  abuse: String.raw`
abus(?:e|ive|ing);domestic violence;rap(?:e|ed|ist)\b;molest\w;sexual(?:ly)? assault;assaulted;
beats me;hit(?:s|ting)? me;stalk(?:ed|er|ing);bull(?:y|ied|ying);harass\w;traffick\w;
restraining order`,
  minors: String.raw`
0|six|seven|eight|nine|ten|eleven|twelve|teen => (?:i'm|i am|im) (?:only )?(?:(?:a|an) )?(?:[6-9]
|1[0-7]|(?:six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)
)(?! ?(?:%|percent|weeks?|months?|minutes|hours|days|inch|feet|ft|cm|miles|stone|k\b|dollars
|bucks|am|pm))(?: ?(?:years?|yrs?|yo)(?: ?-?old)?)?\b;
grade|elementary|school|junior high => (?:i'm|i am|im) (?:still )?in (?:(?:the )?(?:\w{3,8}
|\d{1,2}(?:st|nd|rd|th)) grade|grade (?:school|\d{1,2})|elementary|middle school|junior high
|primary school|high school);as a (?:kid|minor|teen(?:ager)?)\b;
kid|minor|teen|child => (?:i'm|i am|im) (?:just )?a (?:kid|minor|teen(?:ager)?|child)\b;
let me|know|allow|find out => (?:my|the) (?:mom|mum|dad|parents|mother|father
)(?: and dad| and mom)? (?:won'?t|will not|doesn'?t|don'?t|said i can'?t|says i can'?t) (?:let me
|know|allow|find out);without my (?:parents|mom|mum|dad) knowing;year \d class;
(?:before|behind) my (?:parents|mom|mum|dad)`,
  medical: String.raw`
cancer;tumou?rs?;chemo;leuk[ae]emia;diabet\w;insulin;stroke\b(?! width);
heart (?:attack|disease|failure|rate|palpitation);blood (?:pressure|sugar|test|count|clot);
pregnan(?:t|cy);abortion;hiv;aids\b;std;herpes;hepatitis;seizure;epilep\w;diagnos\w;symptom;
prescri(?:bed|ption);dos(?:e|age)s?\b;side effect;surger(?:y|ies);biopsy;mri\b;ct scan;
x-ray|xray => x-?ray;ultrasound;
my (?:doc|gp|obgyn|urologist|dermatologist|cardiologist|psychologist|psychiatrist|dentist);
antibiotic;infect(?:ion|ed|ious);rash(?:es)?\b;fever;vomit;nausea;bleed;swollen;swelling;lump\b;
discharge\b;menstru\w;periods? (?:late|pain|is|are|for);my period;ovar(?:y|ies|ian);
uter(?:us|ine);endometri\w{2};hysterectomy;testic\w;testosterone;vagin\w;penis;penile;scrotum;
sperm;semen;erectile;birth control;contracept\w;ovulat\w;thyroid;kidney;liver\b;gallbladder;ulcer;
ibs\b;hernia;migraine;chest pain;stomach (?:pain|ache);abdom(?:en|inal);throat (?:pain|infection);
pain(?:ful)? (?:in|on|when|while|during);hurts? (?:when|to);aches? (?:in|and);numbness;tingling;
dizz(?:y|iness);light ?headed;faint(?:ed|ing);an[ae]emi[ac];asthma;allergic reaction;
anti[- ]?histamine;(?:lactose|gluten|food|histamine) intoleran\w;medication;
medicines?(?! (?:ball|cabinet|bottle|box));hives\b;eczema;psoriasis;arthritis;fractur\w;
concussion;multiple sclerosis;parkinson;alzheimer;dementia;lupus;pneumonia;bronchitis;
tuberculosis;mononucleosis;lymph;virus\b.{0,30}\bbody;vaccin\w;steroids?\b;0 => \d{1,4} ?mg\b;
mcg\b;ml of;zoloft;prozac;xanax;lexapro;adderall;ritalin;ibuprofen;tylenol;acetaminophen;
paracetamol;aspirin;amoxicillin;metformin;prednisone;gabapentin;tramadol;viagra;accutane;warfarin;
oxycodone;hydrocodone;percocet;codeine;morphine;health condition;my condition;medical condition;
chronic\b;disease;disorder;syndrome;cyst\b;cysts;polyp;hemorrhoid;constipat\w;diarrh\w;
urin(?:e|ary|ating|ation);bladder;rectum;rectal;bowel;stool sample;blood in;colon\b;lungs?\b;
breathing;palpitations;cholesterol;hypertension;cardiac;mucus;phlegm;tonsil;sinus;wbc;hemoglobin;
platelet`,
  addiction: String.raw`
addict;alcoholi\w;rehab\b;drinking problem;quit (?:smoking|drinking);sober;relaps\w;drug use;
heroin;cocaine;meth\b;opioid;gambling problem`,
  sexuality: String.raw`
masturbat\w;porn;orgasm;sexual;have sex;having sex;sex life;gender identity;transgender;
coming out;gay\b;lesbian;bisexual;erection;sex toy;dildo;vibrator;lube\b;condom;fetish;bdsm`,
  religion: `
my (?:faith|religion|church|pastor|priest|imam|rabbi);god (?:hates|punish|forgive);
pray(?:er|ing) for;convert(?:ed|ing)? to (?:islam|christianity|judaism);islam;muslim;qur'?an;
koran;bible;christianity;catholic;judaism;jewish;hindu;buddhis[mt];atheis[mt];hijab;
rosar(?:y|ies);which religion;religious`,
  politics: String.raw`
vot(?:e|ed|ing) for;politic(?:s|al|ian);donald trump;trump (?:hat|flag|shirt|mug|sign);joe biden;
maga\b;socialis[mt];communis[mt];gun control;election;republican;democrat;immigration;deport\w;
asylum;refugee;genocide;terroris\w;mass shooting;war in`,
  debt: String.raw`
bankrupt;i owe\b;overdue bill;laid off;evict\w;foreclos\w;debt collector;in debt;my debt;
pay off (?:my )?debt;payday loan;
can'?t (?:afford (?:food|rent|to eat)|pay (?:my )?(?:rent|bills));homeless;lost my job;got fired;
unemploy\w;food stamps`,
  weapons: String.raw`
make a bomb;build a bomb;pipe bomb;buy a gun\b(?! (?:holster|safe|case|rack));handgun;ammo\b;
ammunition;firearm;kill (?:someone|him|her|them|my);poison (?:someone|him|her|my);ghost gun`,
};

/** Source: the sensitive gate looks at the current turn and the last three turns of the reader. */
const EARLIER_TURNS = 3;
const TEXT_MAX = 1500;

let book: { names: readonly string[]; phrases: PhraseBook } | undefined;

/** The name of the sensitive subject a text touches, or undefined. */
export function sensitiveTopicOf(text: string): string | undefined {
  const cut = text.slice(0, TEXT_MAX).toLowerCase().replaceAll("’", "'");
  book ??= {
    names: Object.keys(TOPICS),
    phrases: new PhraseBook(Object.values(TOPICS).map((any) => [{ lead: "\\b", any }])),
  };
  const found = book.phrases.find(cut);
  return book.names.find((_name, index) => found.has(index));
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
