import { productStrength } from "../lexicon.ts";

/**
 * More words for things people buy, beside the kit's shared lexicon: only the detector needs them,
 * and the query must not treat them as its head. Written from shop departments, not from data.
 */
const NOUNS = `
accordion adapter adhesive aftershave airbrush alarmclock anklet anorak apron armrest ashtray
autoharp awning axe backsplash badminton bagel ballpoint balaclava balm banjo baseball bathmat
battery bbq beaker beads beret bib bidet birdcage birdfeeder biscotti biscuit blackout blush boardgame
bodywash bolster bonnet bookmark bouquet bowtie boxers bracket brogues bronzer brooch brownie
bubblegum buckle bugspray bumbag bungee burlap caddy cajon calendar camisole campfire candlestick
cane canister canteen capo capsule cardstock carpeting carseat cashmere castor catlitter cauldron
cello chainsaw chalk chalkboard chamomile changer chapstick chestnut chew chinos chisel choker
chopsticks cider circulator clamp clarinet cleaner cleanser cleats clogs clutch cobbler colander
collagen collar compass compost compressor concealer conditioners condiments consoles cookbook cooktop
corduroy corkscrew cornhole corset cot coverup crackers cracker crampons crate creamer creatine crewneck crochet
crocs crossbow cruiser cufflinks cupcake curler cutter cycle cymbal dashcam deckchair dehumidifier
denim dentures desktop diffuser dinghy dishcloth divan doily dongle doorknob doorstop doughnut drawers
dresses dressing drills dropcloth drumstick dumbbells dumplings dungarees dustbin dustpan dvd
earmuffs earplug easel edger eggs elliptical envelope epilator ereader eyeglasses eyeglass
faceplate fedora fender fertilizer fertiliser fidget figurine filament firepit firewood flashdrive
flask flooring florals flute foil foosball footrest footstool footwear fork formula frisbee fryer
fryingpan gainer galoshes gamepad garland garlic gauntlet generator gimbal girdle gloss glue gluegun
golf gpu granola graphics grater greenhouse grinder grips griddle guacamole gumboots gummies
hacksaw haircare hairbrush hairclip hairspray ham hamper handkerchief handset handsaw hardhat
harness hatchet hdmi headlamp headphones headrest hdtv heatgun hedgetrimmer herbs highchair
highlighter hiking hockey honey hoop hooverr hose hosiery hotplate hoverboard humidor iron ironing
jam jar jerky jigsaw jewels joggers joystick jug juice jumper kebab ketchup kilt kneepads knitting
lampshade lancet lanyard lapdesk lasagna latex lattice lawnmower leggings lemonade leotard letterbox
lingerie linen lipbalm listerine litter lock locket lumber lute lycra macaroni mandolin mandoline
manicure marker marinade marshmallow massager mayonnaise megaphone menorah merino mic microfiber
microcontroller mittens moccasins mochi monopod moped mouthguard mousepad mower muesli muffin mugs
multitool mustard nailpolish nappies nappy netting nintendo noodle nutcracker nuts oars oatmeal
oilpaint onesie opener organizer organiser ornaments oreo ottoman outdoors ovenware overcoat
packaging padlock paintbrushes painting pancake papasan parasol pashmina pastry patio peacoat peeler
pegboard pendants pens percolator phonograph photoframe pickaxe pickle pinafore pinata ping pitcher
placemat planner plates playmat playpen plectrum pliers plug plunger polish pomade pompom poncho
pouch pourover preworkout pretzel primer pruner pucks puffer pump puncher purifier pushchair puree
quinoa raft ramen rattle rebounder recorder reel reflector remotes resin respirator rice rims
rollator roller rollerblades romper rucksack ruler saddle salami salmon salsa salwar sander sarees saree
sarong sash scanner scissors scooters scope screwdrivers scrub scrubber scrubs seasoning seeds serger
serum sewing shades shakers shaker shawl sheers shelf shin shirts shredder shrug shutters sideboards
sidetable skateboard ski skis sled slacks sleeper slide slides slingshot slippers snack snorkel
snowboots socket sodastream softbox solder soundproofing soup soy spade spandex spanner speedo spice
spinner spiralizer sponge spotlight squash ssd stain stapler statue steak steel stein stepladder
stickers stockings stool strainer straightener strap streamer stretcher stroller stylus subwoofer
succulent sugar suspenders swaddle sweets swimmingpool switch syringe syrup tampon tanktop tarp
tassel teabag teapot tees teether thermals thermos throw tiara tights timber tincture tinsel
tissue tissues toffee toiletries toners tongs tonic toner tote toupee tracksuit trailer trampolines trellis
trinket trombone trowel truffle trumpet turntable turtleneck tutu tweezers twine ukulele undershirt
underpants urn utensil vaporizer varnish vaseline velcro vinegar viola visor vitamins waders
waistcoat walker walkie washer wastebasket watches watercolor webcam weedkiller weight wellies
wetsuit wheelbarrow wheelchair whetstone whisky whistle windchime wipes wiper wheels wrapper wristband
xylophone yoghurt zafu zipper
`;

const THINGS = `product products item items brand brands model models option options article
supplies equipment gear stuff accessories merchandise collection selection designs`;
const BOOKS = `book books novel novels textbook textbooks cookbook cookbooks ebook ebooks magazine
magazines comics comic thriller thrillers memoir biography hardcover paperback`;

/** What a word names: a sure product, a possible one, goods in general, something to read, or none. */
export type NounClass = "product" | "weak" | "thing" | "book" | "none";

const setOf = (text: string): Set<string> => new Set(text.split(/\s+/).filter(Boolean));

type Sets = { nouns: Set<string>; things: Set<string>; books: Set<string> };
let sets: Sets | undefined;

/** The class of a lower-case word; the lists are built on first use. */
export function nounClassOf(word: string): NounClass {
  sets ??= { nouns: setOf(NOUNS), things: setOf(THINGS), books: setOf(BOOKS) };
  if (sets.things.has(word)) return "thing";
  if (sets.books.has(word)) return "book";
  const strength = productStrength(word);
  if (strength === 2 || sets.nouns.has(word)) return "product";
  if (word.length > 3 && word.endsWith("s") && sets.nouns.has(word.slice(0, -1))) return "product";
  return strength === 1 ? "weak" : "none";
}
