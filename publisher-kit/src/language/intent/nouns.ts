/**
 * More words for things people buy, beside the kit's shared lexicon: only the detector needs them,
 * and the query must not treat them as its head. Written from shop departments, a few after turns
 * that were missed.
 */
export const NOUNS = `
accordion adapter adhesive aftershave airbrush alarmclock anklet anorak apron armrest ashtray
autoharp awning axe backsplash badminton bagel balaclava ballpoint balm banjo baseball bathmat bbq
beads beaker beret bib bidet birdcage birdfeeder biscotti biscuit blackout blush boardgame
bodywash bolster bonnet bookmark bouquet bowtie boxers bracket brogues bronzer brooch brownie
bubblegum buckle bugspray bumbag bungee burlap caddy cajon calendar camisole campfire candlestick
cane canister canteen capo capsule cardstock carpeting carseat cashmere castor catlitter cauldron
cello chainsaw chalk chalkboard chamomile changer chapstick chestnut chew chinos chisel choker
chopsticks cider circulator clamp clarinet cleaner cleanser cleats clogs clutch cobbler colander
collagen collar compass compost compressor concealer condiments conditioners cooktop
corduroy corkscrew cornhole corset cot coverup crackers crampons crate creamer creatine crewneck
crochet crocs crossbow cruiser cufflinks cupcake curler cutter cymbal dashcam deckchair
dehumidifier denim dentures diffuser dinghy dishcloth divan doily dongle doorknob doorstop
doughnut dropcloth drumstick dumbbells dumplings dungarees dustbin dustpan dvd earmuffs earplug
easel edger eggs elliptical envelope epilator ereader eyeglass eyeglasses faceplate fedora fender
fertiliser fertilizer fidget figurine filament firepit firewood flashdrive flask flooring flute
foil foosball footrest footstool footwear fork formula frisbee fryer fryingpan gainer galoshes
gamepad garland garlic generator gimbal girdle gloss gluegun golf gpu granola graphics grater
greenhouse griddle grinder grips guacamole gumboots gummies hacksaw hairbrush haircare hairclip
hairspray ham hamper handkerchief handsaw handset hardhat harness hatchet hdmi hdtv headlamp
headphones headrest heatgun hedgetrimmer herbs highchair highlighter hockey honey hoop hose
hosiery hotplate hoverboard humidor iron ironing jam jar jerky jewels jigsaw joggers joystick jug
juice jumper kebab ketchup kilt kneepads knitting lampshade lancet lanyard lapdesk lasagna latex
lattice lawnmower lemonade leotard letterbox linen lipbalm listerine litter lock locket lumber
lute lycra macaroni mandolin mandoline manicure marinade marker marshmallow massager mayonnaise
megaphone menorah merino mic microcontroller microfiber mittens moccasins mochi monopod moped
mousepad mouthguard mower muesli muffin mugs multitool mustard nailpolish nappies nappy netting
noodle nutcracker nuts oars oatmeal oilpaint onesie opener oreo organiser organizer ornaments
ottoman outdoors ovenware overcoat packaging padlock paintbrushes painting pancake papasan parasol
pashmina pastry patio peacoat peeler pegboard pendants pens percolator phonograph photoframe
pickaxe pickle pinafore pinata ping pitcher placemat planner plates playmat playpen plectrum
pliers plug plunger polish pomade pompom pouch pourover pretzel preworkout pruner pucks puffer
pump puncher puree purifier pushchair quinoa raft ramen rebounder recorder reel reflector remotes
resin respirator rice rims rollator roller rollerblades rucksack ruler saddle salami salsa salwar
sander saree sarees sarong sash scanner scissors scooters scope screwdrivers scrub scrubber scrubs
seasoning seeds serger sewing shades shaker shakers shawl sheers shin shirts shredder shrug
shutters sideboards sidetable ski skis slacks sled sleeper slides slingshot slippers snorkel
snowboots socket sodastream softbox solder soundproofing soup soy spade spandex spanner speedo
spice spinner spiralizer sponge spotlight squash ssd stain statue steel stein stepladder stickers
stockings straightener strainer strap streamer stretcher stylus subwoofer succulent sugar
suspenders swaddle sweets swimmingpool syringe syrup tampon tanktop tarp tassel teabag tees
teether thermals tiara timber tincture tinsel tissue tissues toffee toiletries toner toners tongs
tonic tote toupee tracksuit trailer trampolines trellis trinket trombone trowel truffle trumpet
turntable turtleneck tutu tweezers twine ukulele underpants undershirt urn utensil vaporizer
varnish vaseline velcro vinegar viola visor vitamins waders waistcoat washer wastebasket watches
watercolor webcam weedkiller weight wellies wetsuit wheelbarrow wheelchair wheels whetstone whisky
whistle windchime wiper wipes wrapper wristband xylophone yoghurt zafu zipper
`;

/** Words for goods in general. */
export const THINGS = `product products item items brand brands model models option options article
supplies equipment gear stuff accessories merchandise collection selection designs`;

/** Words for things to read. */
export const BOOKS = `
book books novel novels textbook textbooks cookbook cookbooks ebook ebooks magazine magazines comic
comics thriller thrillers memoir biography hardcover paperback
`;
