/**
 * Words for things people buy. `STRONG` words nearly always mean a product; `WEAK` words are
 * products in some sentences and something else in others ("book a table", "watch a film"), so they
 * count only beside an asking phrase or a price.
 * Each set is built on first use: importing this file does no work.
 */

const STRONG = `
airpods amplifier android antenna appliance aquarium armband armchair audiobook backpack bag
bandana barbecue barbell barstool basketball bathrobe bathtub battery beanbag beanie bed bedding
bedframe bedsheet belt bench beverage bicycle bike bikini binder binoculars bistro blanket blazer
blender blinds blouse bluetooth bodysuit bookcase bookend bookshelf boot bootie bottle bowl bra
bracelet brassiere briefcase broom buffet bulb bumper bunk burner butter cabinet cable calculator
camcorder camera candle candy canopy cap carafe cardigan carpet carrier cartridge casserole
ceiling cereal chain chair chaise chandelier charger chessboard chino chip chocolate clipper
clothes clothing coaster coat coffee cologne comb comforter computer conditioner console
controller converter cooker cookie cookware cooler cosmetic costume couch coverlet cradle crayon
cream credenza crib crockpot cupboard curtain cushion cutlery daybed deodorant desk desktop
detergent diaper dinnerware dishwasher dispenser doll donut doormat doorbell drawer dress dresser
drill drone drum dryer duffel dumbbell duvet earbud earphone earring ebook ebike electronics
eraser espresso eyeliner eyeshadow fabric faucet fireplace fixture flashlight flats fleece
flipflop foundation freezer fridge frypan furniture futon gadget garment gazebo gelato glove
goggles gown grill groceries grocery guitar gum hairdryer hammock handbag hanger harmonica hat
headband headboard headphone headset heater heels helmet hoodie humidifier hutch inhaler ink ipad
iphone jacket jacuzzi jeans jersey jewelry jewellery jogger juicer jumpsuit kayak keyboard
keychain kettle kettlebell kindle kimono kitchenware knife ladder lamp lantern laptop leash
leggings lego lens lighter lightbulb lingerie lipgloss lipstick loafer lotion lounger loveseat
lunchbox luggage macbook makeup mascara mat mattress merch merchandise microphone microscope
microwave minifridge mirror mixer moccasin modem moisturizer monitor monocular mop motherboard
motorcycle mouthwash mug multivitamin nachos napkin necklace necktie nightgown nightlight
nightstand nintendo notebook oven overalls pacifier paddle paintbrush pajama pajamas pan panties
pant pantry pants pantyhose parka pasta pedestal pendant perfume pergola phone phonecase pillow
pillowcase pillowtop planter playstation polo poncho popcorn popsicle poster pot powerbank preamp
printer projector protein pullover purse puzzle pyjamas quilt racket racquet radio rake raincoat
razor receiver recliner refrigerator ring robe rocker romper rug runner sandal sandals sandwich
satchel sauce saucepan sauna saw scale scarf scooter screwdriver sectional serum serveware settee
shampoo shaver shelf shelving shelves sherpa shirt shoe shorts shovel showerhead sideboard
silverware sink skateboard skates skateboards skillet skincare skirt sleepwear slipcover slipper
smartphone smartwatch smoothie snack sneaker snowboard soap sock socks sofa soundbar spatula
speaker spices spoon sprayer sprinkler stapler stationery steamer stiletto stool stove stroller
sunglasses sunscreen supplement sweater sweatpants sweatshirt swimsuit swimwear tablecloth tablet
tableware tabletop taco tankini teapot teapots telescope television tent textbook thermometer
thermos thermostat tights toaster toilet tool toolbox toothbrush toothpaste topper torch toothpick
towel toy trainers trampoline treadmill trench tricycle trimmer tripod trousers trunks tshirt
tuxedo tv tvs tequila umbrella underwear vacuum valance vanity vase vest vitamin vodka volleyball
waffle wallet wallpaper wardrobe washcloth wedges whey whisk wig windbreaker wine wok wreath
wrench xbox yarn yogurt
`;

const WEAK = `
abstract accessory album art ball band bar basket bat bath beer board book bow box brush bucket
bundle button canvas card case cheese clock cover cup decor device door drive fan filter
figure flag food frame game gear gift glass glasses hardware heel holder hook island jean kit
kitchen lid light lighting machine magazine manga medicine milk model mount mouse mask nail novel
oil outfit ornament ottoman pad paint paper pedal pen pencil piano plant plate powder rack remote
rope salad salt scent screen seat seed server set sham sheet shower sign sleeve snow souvenir
spray spread stand steam sticker storage straw string suit suitcase supply swing system
table tape tea tie tile tire top track tray treat trolley trunk tub tumbler velvet violin wagon
wall watch water wheel wool wood wrap
`;

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word.length > 0);

let strongWords: Set<string> | undefined;
let weakWords: Set<string> | undefined;

const strong = (): Set<string> => {
  strongWords ??= new Set(words(STRONG));
  return strongWords;
};

const weak = (): Set<string> => {
  weakWords ??= new Set(words(WEAK));
  return weakWords;
};

function inEitherNumber(set: Set<string>, word: string): boolean {
  if (set.has(word)) return true;
  if (word.length < 4 || !word.endsWith("s")) return false;
  if (set.has(word.slice(0, -1))) return true;
  if (!word.endsWith("es")) return false;
  return (
    set.has(word.slice(0, -2)) ||
    set.has(`${word.slice(0, -3)}y`) ||
    set.has(`${word.slice(0, -3)}f`) ||
    set.has(`${word.slice(0, -3)}fe`)
  );
}

/** How surely a lower-case word names a product: 2 strongly, 1 weakly, 0 not at all. */
export function productStrength(word: string): 0 | 1 | 2 {
  if (inEitherNumber(strong(), word)) return 2;
  return inEitherNumber(weak(), word) ? 1 : 0;
}
