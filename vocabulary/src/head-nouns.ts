import type { TypeLine } from "./read.ts";
import { ELSEWHERE } from "./vocabulary.ts";
import { plainWords } from "./words.ts";

/** How many types' names a word must end to name a thing by itself: "sleeve", not "hot dog". */
const POSSIBLE_TYPES_MIN = 3;
const SURE_TYPES_MIN = 5;

/** Names of things that mean something else in most sentences: "book a table", "a light dinner". */
const EVERYDAY = `
alarm album alcohol apple art atlas auto autograph automobile bacon badge ball banana band bar base
basil basin basket bass bat bath beef beer bell bible bitter blaster block board boat bomb book bow
box bread brick bride brush bubble bud bundle bust button cage cake car card cart case charm cheese
chicken chime clasp clip clock cloth clutch coin collectible counter cover crown cube cup cylinder
dart deck decor device diamond diary dictionary dip disc dish display dolly door dot drawing drink
drive dye elastic emblem encyclopedia engine equipment extension fan fence fencing fiction fig file
filter finder fitting flag float flower foam food football formula fossil frame fruit game gauge
gear gift ginger glass glasses glide glue grain grass grip grit guard guide heel henley hockey hold
holder hood hook horn hurley icebox instrument invitation iron island jam journal juice kit label
lamb lemon lever lid lift light lighting lime liner lock loom machine magazine magnet manga manual
map mask meat medal media medication medicine memoir meter milk mill mint mobile model module mount
mouse mural mushroom music mustache nail net newspaper novel oil olive onion opener orange ornament
outfit pad paint palette panel paper parachute paste peach pebble pedal pencil penny pepper
periodical pet piano picture pipe pitch pitcher pizza plant plaster platter pod poem pole pool pork
portfolio powder presentation print prize prop pump rack rag rail ramp reader reel remote retainer
riser rock rocket rod roll root rope rose rouge ruler sack salad salt sand scent scoop scope screen
seat server set sham sheer sheet shelter sherry shield shower sign simulation slide snap song
songbook soundtrack spare specs spider spike splint spray spread stair stand staple steak steam stem
stilt stole storage straw string suit supply sweet swing switch sword system table tap tape tattoo
tea textile thermal tie tile timer tin tire toast tomato top tower track tractor trap tray treat
trim truck trumpet trunk tub tube tune tuner turf uniform velvet violin voice wagon walker wall
walnut wand warranty watch water wax wedge wheel window wire wool wrap
`;

/** Last words that say for whom, where or how, or name no thing to buy in nearly all sentences. */
const DESCRIBING = `
aa aaa acrylic adult agenda anchor animal arch arm arrow article autobiography award baby beam bear
bill bind bit bob body border boy bran brief bulk can captain care castle cell center channel chart
chest circuit collar column combo component compound connector contact control convertible corn
corner cotton course craft crop cross curriculum cut cycle date decaf detector die dish disposal dog
dome down drain dressing driver ear electric electronic element enclosure essential event extract
eye face farm favor feather figure fill filler film fish flake flash flat flight flow fluid foot
form garden gate gateway gem girl goal good gun gym hand head hole home honor horse house insert
insulation intimate item jack jame keeper key kick kid killer kitchen lead leaf leather letter level
line linen link liquid load log mail maker man managed match material meal measure melt memory men
mesh mike mix mobile mold money motor movie mule music network networking note notion number nylon
office oled on outdoor outlet overall pack package part partition party patch path pattern pawn
people pet pick piece pin pit plane platform play player pocket poem point pond post present
presenter preserve press processor produce product program protection prune puff pull punch quad
range record refill register regulator relay release relish rest rose round row rub run safe sail
score seal security sensor service shock shoot short shot side sight skin slip slot snake society
software solution sorter source specialty spirit split spoiler sport spot spring spur square staff
stage stain stamp star station stay steel step stick stock stone stop story stout strip stripper
stud studio stuff sun sup support suspension sweep tack tag tank target template terminal text the
thermal throw ticket tip toll tony toss tradition transfer transformer transmitter treatment tree
triangle trick trivia tunnel unit unmanaged up van vegetable vehicle vent vinyl wash waterproof way
wear wearable wind wing winner woman women wood word
`;

export interface HeadNouns {
  /** They nearly always name a thing. */
  readonly sure: readonly string[];
  /** They name a thing in some sentences only. */
  readonly possible: readonly string[];
}

/**
 * The single words by which a reader without the whole vocabulary finds the thing in a phrase:
 * names of one word, and the last words of many longer names.
 *
 * **Shape** in the singular, in lower case, sorted.
 */
export function headNounsOf(lines: readonly TypeLine[]): HeadNouns {
  const everyday = new Set(plainWords(EVERYDAY));
  const describing = new Set(plainWords(DESCRIBING));
  const sure: string[] = [];
  const possible: string[] = [];
  for (const [word, { isName, types }] of lastWordsOf(lines)) {
    if (word.length < 2 || describing.has(word)) continue;
    const isSure = (isName || types.size >= SURE_TYPES_MIN) && !everyday.has(word);
    if (isSure) sure.push(word);
    else if (isName || types.size >= POSSIBLE_TYPES_MIN) possible.push(word);
  }
  return { sure: sure.sort(), possible: possible.sort() };
}

/** By the last word of names: whether it is a name by itself, and the types it ends names of. */
function lastWordsOf(lines: readonly TypeLine[]) {
  const found = new Map<string, { isName: boolean; types: Set<string> }>();
  for (const { id, names, department } of lines) {
    if (department === ELSEWHERE) continue;
    for (const { text, isLine } of names) {
      const words = plainWords(text);
      const last = words.at(-1) ?? "";
      if (isLine && words.length > 1) continue;
      const known = found.get(last) ?? { isName: false, types: new Set<string>() };
      found.set(last, known);
      known.isName ||= words.length === 1;
      known.types.add(id);
    }
  }
  return found;
}
