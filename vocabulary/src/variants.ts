import { plainWords } from "./words.ts";

/**
 * Words that stand for one another in names: American and British, spelled or said otherwise.
 * All of a line with "=" do; in a line with ">" the others stand for the first one, not it for
 * them: a flashlight is a torch, but a kitchen torch no flashlight.
 */
const VARIANTS = `
color = colour
colored = coloured
coloring = colouring
watercolor = watercolour
gray = grey
jewelry = jewellery
jeweler = jeweller
organizer = organiser
moisturizer = moisturiser
fertilizer = fertiliser
sterilizer = steriliser
sanitizer = sanitiser
tenderizer = tenderiser
atomizer = atomiser
stabilizer = stabiliser
vaporizer = vaporiser
synthesizer = synthesiser
polarizing = polarising
liquidizer = liquidiser
mold = mould
molding = moulding
modeling = modelling
snorkeling = snorkelling
tire = tyre
fiber = fibre
microfiber = microfibre
fiberglass = fibreglass
theater = theatre
center = centre
pajama = pyjama
donut = doughnut
plow = plough
draft = draught
aluminum = aluminium
license = licence
labeler = labeller
odor = odour
armor = armour
favor = favour
flavored = flavoured
mustache = moustache
whiskey = whisky
yogurt = yoghurt
cozy = cosy
racket = racquet
disk = disc
adapter = adaptor
dryer = drier
axe = ax
airplane = aeroplane, plane
tv = television, telly
bike = bicycle
bike > cycle
motorcycle = motorbike
couch = sofa, settee
fridge = refrigerator
trash = garbage, rubbish
windshield = windscreen
barbecue = bbq, barbeque
luggage = suitcase
makeup = cosmetic
makeup > make-up
picture = photo
rug = carpet
christmas = xmas
kid = child
woman = lady
eyeglass = spectacle
glasses > spectacle, eyeglass
diaper > nappy
crib > cot
stroller > pushchair, buggy, pram
pacifier > dummy, soother, binky
wrench > spanner
faucet > tap
flashlight > torch
laptop > notebook
computer > pc
phone > mobile, smartphone, cellphone, iphone
vacuum > hoover, vac
cat > kitty, kitten
dog > doggy, doggie, puppy
car > auto, automotive, vehicle
camping > camp
wifi > wi-fi, wireless
pants > trousers
sweater > jumper
sneaker > trainer
pitcher > jug
stove > cooker
closet > wardrobe
cookie > biscuit
soccer > football
purse > handbag
comforter > duvet
popsicle > ice lolly
gift > present
outlet > socket
cord > lead
cable > lead
bathtub > bath tub
curtain > drape
`;

const known = read();

/**
 * The other ways to say a name of several words: "cot mattress" for "crib mattress". Names of one
 * word have none, because each may mean something else: "photo" is no picture for the wall.
 *
 * **Shape** words as `plainWords` gives them.
 */
export function variantsOf(words: readonly string[]): string[][] {
  if (words.length < 2) return [];
  let all: string[][] = [[]];
  for (const word of words) {
    const ways = [[word], ...(known.get(word) ?? [])];
    all = all.flatMap((said) => ways.map((way) => [...said, ...way]));
  }
  return all.slice(1);
}

function read(): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const line of VARIANTS.trim().split("\n")) {
    const isMutual = line.includes("=");
    const [first = "", others = ""] = line.split(/[=>]/);
    const all = [first, ...others.split(",")].map(plainWords);
    for (const [word = ""] of isMutual ? all : all.slice(0, 1)) {
      const ways = all.filter((way) => way.join(" ") !== word);
      found.set(word, [...(found.get(word) ?? []), ...ways]);
    }
  }
  return found;
}
