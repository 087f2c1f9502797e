const setOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/**
 * Everyday words that are also brands, or could be. Such a brand counts only with a capital and the
 * product beside it. A word too many costs a mention, a word too few bills an advertiser.
 */
const COMMON = `
 above ace acorn action active adobe agile air alchemy alert all allegro alpha alpine always amazon
amber anchor angel ankle answer ant anthem apex apple arbor arc arcade arch arena aria ark arrow art
article ascend ash aspect aspen aster athletic atlas atom aura aurora autumn avalanche avenue away
axis badger balance ballad bamboo band bank bark barn base basic basics basin bay beacon beam bear
beast beaver bee bell bench berry best better beyond big birch bird bison blade blaze blend bliss
block bloom blossom blue board boat bold bolt bond bonfire boom boost border boulder bounce bounty
bow box branch brave breeze brick bridge bright brilliant brook brooks bubble bud buddy buffalo bull
burrow butter button cabin cactus calm camel camp canary candle candy canopy canvas canyon cape
capital captain caravan cardinal carousel cascade casper castle catch cedar cell center chain
champion chance chapter charm chase chestnut chief circle circuit citadel citizen city clarity
classic clay clean clear cliff climb cloud clover club coach coast coastal cobalt cobra coil comet
comfort common companion compass concept cone copper coral core corner cosmic cosmos cottage cotton
country courage cove coyote craft crane crater craze cream creek crescent crest cricket crisp cross
crow crown cruise crystal cub cube curious current curve cypress daily daisy dandelion dash dawn
day deep deer delight delta den desert diamond diesel direct discover dive diver dodge dolphin dot
dove dragon dream drift drop drum dune dusk eagle earth ease east easy echo eclipse edge eden elder
element elements elevate elite elk elm ember emerald empire encore endeavor endless energy enjoy
epic equator era escape essence essential essentials eternal even ever evergreen everyday evolve
explore explorer express fable factor fair falcon fall fast fawn feather fern ferry festival fiber
field fiesta figment final finch fine finder fir fire firefly first fit flame flannel flare flash
fleet flex flight flint float flock flora flow flower fluid fly focus fog forest forge form formula
fort fortune forward fossil foundry fountain fox fresh friend frog frontier frost full fuse fusion
gain galaxy gale gap garden garnet gate gateway gather gazelle gecko gem genesis gentle giant
gillette ginger glacier glad glade gleam glide globe gloom glory glow goat gold golden good goose
gorilla grace grain grand granite grape grass gravity great green grid grip grizzly grove guard
guardian guess guide gulf gull gust halo hammer hand handy happy harbor harbour hare harmony harvest
haven hawk hawthorn haze hazel hearth heart heath heather hedge helix helm herald heritage hero
heron hexa hex hidden high highland hill hive hollow holly home honest honey honor hope horizon
hornet horse hound house hub hunter hush hut hydra ibex ice icon ideal igloo impact impulse indigo
indeed infinity inlet insight inspire instinct iris iron island ivory ivy jade jaguar jasmine jay
jet jewel join jolly journey joy jubilee jump june jungle juniper juno keen kestrel key keystone
kind kindle king kingdom kite knight knot koala label lagoon lake land lane lantern lapis lark
latitude laurel lava lavender leaf league leap legacy legend lemon leopard level liberty life lift
light lighthouse lilac lily lime limit line link lion little loft logic loom loop lotus love loyal
luna lunar lush lynx mace magic magma magnet magnolia magpie main major mammoth mango mantis maple
marathon marble march marigold marina mark marlin marten marvel mast master match matrix maverick
max may meadow melody memo mercury merlin mesa meteor method metro midnight mile mill mineral mink
mint miracle mirage mirror mission mist mode modern molten moment momentum monarch monday monk
monsoon monument moon moose morning moss moth motion motto mountain mustang mute mystic native
natural nature navigator nectar needle neon nest next night nimbus noble noon north notion
nova nugget oak oasis oat object ocean octave olive olympus omega one onyx opal open optimum opus
orange orbit orca orchard orchid origin oriole osprey otter outback outdoor outlook outpost oval
owl oxygen oyster pace pacific paddle palm panda panorama panther paper parade paradise paragon
parallel park parrot passage patch path pathfinder patriot peach peacock peak pearl
pebble pegasus pelican penguin pepper perch performance petal phoenix piccolo pier pike pilot pine
pinnacle pioneer pivot pixel plain plaid planet plank plate plateau plaza pledge plum plume plus
point polar pole pond pool poplar poppy port portal post power prairie precision premier pride
prime primrose prism pro promise proof prospect protocol pulse puma pure purple puzzle quail quartz
quest quick quiet quill quilt quiver rabbit race radiant radius raft rain rainbow rally ram ranger
rapid raven raw ray reach real rebel red reed reef reflex refresh regal relay remedy renew republic
reserve resolve rest retreat revel rhythm ribbon ridge right ring ripple rise rival river road robin
rock rocket root rope rose rover royal ruby rugged rush rustic sable saffron sage sail salt
sanctuary
sand sapphire savanna scout sea seal season secret seed select sense sentinel sequoia serene shade
shadow shark shell shelter shield shine shore shot sierra signal signature silk silver simple simply
sketch skill sky slack slate sleek slice slope smart smooth snow soft sol solace solar solid solo
solstice sonic soul source south spark sparrow spectrum speed sphere spice spike spiral spirit
splash spring sprint sprout spruce square stable stag stallion standard staples star start state
stay steady steam steel stellar step sterling still stitch stone storm story stream street stride
strike stripe strong studio style sublime subway sugar summer summit sun sunday sunny sunrise sunset
super sure surf surge swallow swan sweet swift sylvan symphony tactic talent talon tandem tango
target team teams temper tempo temple tempest terra terrain thank theory thistle thorn thrive
thunder tick tide tidal tiger timber time titan toast token top topaz torch total totem touch tower
town track trail transit travel treasure tree trek trend tribe trident true trust tulip tumble
tundra tune turbo turtle twig twilight twist ultra umbra union united unity universal urban valley
valor value vans vapor vault vector vega veil velocity velvet venture venus verge verse vertex
vertical vessel vibe victor victory view villa vine vintage violet viper virgin virtue visa vision
vista vital vivid volt vortex voyage vulture walnut wander wave way weave well west whale wheel
whisper white wild wilder willow wind window wing winner winter wisdom wish wolf wonder wood
woodland woods world wren yard year yellow yeti yoga yonder young zen zenith zephyr zero zest zip
zone zoom floyd ford her hoka on polo quince sephora shop sling smile social soda spot us venture
staple snug swell tonic toss tread tropic vanguard
`;

/** Words that may follow a brand without making it the name of another product. */
const FOLLOWING = `
 a about again all already also although always an and any are as at available be because been
before
being best better both but by came can cannot come could did do does each either else especially
even every first for from good had has have here how however i if in instead into is it its just
last like likely made make makes may maybe might more most must never next no nor not now of off on
once one only option or our out over own perhaps please plus probably quite rather really right same
seem shall should since so some sounds still such than that the their then there these they this
those though through to today together too under unless until up versus very via vs was well were
what when where whether which while who whose why will with without would yes yet you your we my he
she me them dont isnt arent doesnt wont cant wouldnt ill id ive im youre youll definitely easily
absolutely hands every any please model models version brand plan course app product products
products range service subscription kit bundle edition did offers yours theirs because during after
against ahead won beat got gave took keeps cost came went fit suit win do need want work wins
set pair unit box pick duo pack people folks team is walk handle help look go get give beats
above below down up carry carries put puts onto near beside there either itself between
`;

/** What a product has: "Fluentry's approach" speaks of Fluentry, "Corvid's drone" of a drone. */
const PARTS = `
 ability accuracy action app approach arms back base basket battery bed blade body bottom box brush
build burr button buttons cable camera capacity case catalogue charger coach coaches colour colours
comfort construction controls cord course courses cover coverage cup customer cushion cushioning
cut delivery design display dock door down drive edge engine ergonomics fabric family feel filling
filter finish firmness fit flavour focus foot footbed frame free frequency grip guarantee handle
head headband heat heel help helpline hinge hood insole instructions interface keyboard keys kit
lace last legs length lens lesson lessons level lid lifetime light lighting liner lining lock look
low material mattress mechanism membership menu mesh method microphone mode motor mount network
noise nozzle office onboarding padding panel performance picture plan plans playlist pocket pockets
policy portions power pressure price prices pricing print programme quality quiet range reach
reliability reputation reservoir resolution return returns room runtime safety sandals screen
seat selection sensor service settings shape shop size sizes sizing slim small software sole
soles sound speed stability staff stand staying steam steering step stitching strap straps strength
structure style subscription suction support surface suspension system table tank taste team
technique temperature texture thermostat tier timer tone tool torque touch tread trial tutors value
version view volume waist warmth warranty water waterproofing weave weight wheels whole width zip
`;

const common = {
  words: new Set<string>(),
  following: new Set<string>(),
  parts: new Set<string>(),
};

export function isCommonWord(word: string): boolean {
  if (common.words.size === 0) common.words = setOf(COMMON);
  return common.words.has(word);
}

export function mayFollow(word: string): boolean {
  if (common.following.size === 0) common.following = setOf(FOLLOWING);
  return common.following.has(word);
}

export function isPart(word: string): boolean {
  if (common.parts.size === 0) common.parts = setOf(PARTS);
  return common.parts.has(word);
}
