import { formulateQuery, removePrivateData } from "@placard/publisher-kit/query";
import { findOffersTool } from "@placard/publisher-kit/tool";
import { expect, test } from "vitest";
import { exchangeWith, kitFor } from "./paid-exchange.ts";

/** A turn with what must not leave in quotation marks; behind the bar what must. */
const PRIVATE = `
my netflix password is «Tulip$Rain9» can you find me a soundbar|soundbar
pw - «Gr33nHouse!» and i want a garden hose|garden hose
password: «correct horse battery staple». need a horse blanket|horse blanket
the wifi password is «sunflower» and I need a mesh router|mesh router
wifi pass: «Kestrel_44», looking for a router|router
need a laptop stand, my pass is («Owl-77-Moon»)|laptop stand
passcode "«2580»" on my phone, show me phone cases|phone cases
phone unlock code «993311», screen protector please|screen protector
«hunter2» is my password lol, mechanical keyboard|mechanical keyboard
«4471» is my pin, wallet with coin pocket|wallet
my card pin's «8812», need a purse|purse
PIN=«0907» get me a card holder|card holder
use pin «6634» for delivery of the bookshelf|bookshelf
cvc «482» and buy the toaster|toaster
security code: «119», yoga mat please|yoga mat
sec code is «7731» for the visa, blender|blender
the OTP is «44 91 02», desk fan please|desk fan
one time code «558210» whatever, need earplugs|earplugs
2FA code «771 204». office chair|office chair
garage door code is «1177», bike rack for garage wall|bike rack
key safe code «C1953Y» at the back door, dog flap medium|dog flap
entry code #«4402», doormat coir|doormat
building code to my flat is «3391B» please deliver a sofa|sofa
my api key is «9f8e7d6c5b4a39281706», want raspberry pi case|raspberry pi case
API_KEY=«zzTop99xLm21Qp», usb microphone|usb microphone
github token «ghp_A1b2C3d4E5f6G7h8I9j0K1l2» leaked; coding mug|coding mug
secret: «Xk29-Lm88-Qr», i want headphones|headphones
bearer «eyJhbGciOiJIUzI1NiJ9».eyJzdWIiOiIxIn0.abc123 what desk lamp|desk lamp
wpa2 key: «fluffyPenguin88» and a wifi extender|wifi extender
windows license key «W269N-WFGWX-YVC9B-4J6C9-T83GX» new ssd 1tb|ssd
steam key «7H2KD-PPQ9Z-LM3N4», gaming mouse|gaming mouse
my username is «starlight_mo», crochet hooks set|crochet hooks
user name: bigbear1981 / password: «honeyPot!1» need honey jars|honey jars
login kat.w@fenmail.example / «Tr0ub4dor», cat tree|cat tree
insta @«lena.makes», resin moulds|resin moulds
my discord is «moonpaw#3312», drawing tablet|drawing tablet
gamertag «xX_Reaper_Xx» gaming chair|gaming chair
my handle is «quiltwitch99», quilting ruler|quilting ruler
reg «LM19 TVX», roof bars please|roof bars
my reg is «ab12cde», wiper blades|wiper blades
number plate «KX68 ZZB» needs new screws|screws
license plate «8XYZ123» california, seat covers|seat covers
car reg: «WV05 PPL», parking sensor kit|parking sensor
registration «B-MW 1234», snow chains|snow chains
VIN «WBA3A5C58CF256651», floor mats for it|floor mats
vin number is «2T1BURHE5JC123456»; cargo liner|cargo liner
passport «AB1234567», travel pillow|travel pillow
my passport no: «925665416» packing cubes|packing cubes
driving licence «JONES710238HA9YT», dash cam|dash cam
drivers license is «D400-7836-0001», sunglasses|sunglasses
National insurance number «QQ 12 34 56 C», filing cabinet|filing cabinet
NI no «QQ123456C», lunch box|lunch box
my SSN: «123 45 6789», safe box fireproof|safe
aadhaar «2345 6789 0123», steel tiffin|tiffin
my pan is «ABCPL1234K», pressure cooker|pressure cooker
tax file number «865 414 088», desk organiser|desk organiser
ABN «51 824 753 556», bulk pens|pens
order «203-4481190-6620» was late, want another kettle|kettle
order id: «ZX-99120» i need the same scarf|scarf
booking reference «J7K2QP», suitcase|suitcase
my tracking is «JD014600003888920011» nothing came, need an umbrella|umbrella
customer number «40012877», coffee beans|coffee beans
account number is «12-998-441», water bottle|water bottle
member id: «77A-8812», protein powder|protein powder
policy #«POL9921873», dog bed|dog bed
claim ref: «CL/2024/00912», replacement bike light|bike light
case number «5520-119», archive boxes|archive boxes
ticket «INC0098812» at work, laptop bag|laptop bag
frequent flyer no «8827 1193 55», neck pillow|neck pillow
sort code «20 45 67», piggy bank|piggy bank
routing number: «111000025», check book cover|book cover
bank acc «55779911», money clip|money clip
iban is «NL20INGB0001234567», bike bag|bike bag
«NO93 8601 1117 947» is mine, wool socks|wool socks
my card is «4000 0566 5566 5556» exp 11/27, drill|drill
card ending «4821» please, tea towels|tea towels
expiry 07/29 cvv «221», wine rack|wine rack
btc «bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh», hardware wallet|hardware wallet
ETH «0x52908400098527886E0F7030069857D2E4169EE7» hoodie|hoodie
upi «rohan.k@okhdfc», cricket bat|cricket bat
my gpay is «9876501234@ybl» want sandals|sandals
venmo @«tinaray-77», nail polish|nail polish
paypal me at paypal.me/«joel.k», sketchbook|sketchbook
«flat 4b», doorbell camera|doorbell camera
we are in «room 214», need a travel iron|travel iron
apartment «17C», wireless doorbell|doorbell
deliver to unit 9, «22 Harbour Street», Cork T12 W8KP. rain coat|rain coat
I'm at «40.7128,-74.0060» where can i get an umbrella|umbrella
«51°30'26"N» 0°7'39"W, picnic blanket|picnic blanket
lat «48.85837» lon 2.29448, beret|beret
server at «10.0.0.17», ethernet cable|ethernet cable
my mac is «3C:22:FB:9A:01:7D», laptop sleeve|laptop sleeve
mac «00-1A-2B-3C-4D-5E», network card|network card
ipv6 «fe80::1ff:fe23:4567:890a», router|router
IMEI: «49-015420-323751-8», phone case|phone case
serial number «FVFXC2ABCD12» macbook charger|macbook charger
s/n: «8CG7391QWE», hp dock|dock
born on the «3rd of May 1991», birthday candles|candles
my birthday's «12/04», party hats|party hats
dob «5 aug 77», walking stick|walking stick
turning 30 on «March 9th», balloons|balloons
she was born «2015-06-30», scooter|scooter
my name is «Anna Kowalska» and I want a tent|tent
for Anna Kowalska, c/o «Mike Dunne»: desk lamp|desk lamp
deliver to «Priyanka Deshmukh», curry leaves plant|plant
signed, «Oisin Brady». need a hurley|hurley
c/o Mrs «Agnes Holloway», bird feeder|bird feeder
engrave it with «Beatrix» & Tom, cutting board|cutting board
Lives at «5 Kirkgate», Leeds LS1 6BY, needs curtains|curtains
ship to «1600 Amphitheatre» Pkwy, Mountain View CA 94043 a lamp|lamp
«Calle Mayor 12», 28013 Madrid, abanico fan|fan
«Bahnhofstrasse 3», 8001 Zürich, fondue set|fondue
postcode «M4 1LN», standing desk|standing desk
my zip is «60614», snow shovel|snow shovel
postcode is «3056» melbourne, sunhat|sunhat
call «0161 496 0123» re the fridge|fridge
my no. is «06 12 34 56 78» je veux une lampe desk lamp|lamp
ph «9876 543 210», cricket pads|cricket pads
whatsapp «+55 11 91234-5678», flip flops|flip flops
text «555 0148» when the tent is in|tent
ring (0)20 «7946 0321», teapot|teapot
tel:«0301234567», bike pump|bike pump
mail me «j.smith»(at)corp.example, binder clips|binder clips
«jo@home», kitchen scale|kitchen scale
ssh root:«Bl4ckb1rd»@nas.local, nas drive bays|nas
ftp://bob:«S3cr3t»@files.example/x, hard drive|hard drive
library card no. «2990 1100 4471», bookends|bookends
student id is «u1234567», backpack|backpack
my employee number's «88213», steel toe boots|boots
patient id MRN «00482913», shower stool|shower stool
nhs number: «485 777 3456», grab rail|grab rail
medicaid id «CK12345Z», cane|cane
insurance member «W2298 11763», glucose meter|meter
health card «1234 567 890» ON, humidifier|humidifier
alarm pin «four four one two», smoke detector|smoke detector
combination to my locker is «12-34-8», gym bag|gym bag
safe combo «88-14-37», document box|document box
bike lock code «7392», cable lock|cable lock
voucher code «GIFT-8H2K-PP01» worth 20, face cream|face cream
gift card number 6035 7100 1234 and pin «8821», perfume|perfume
redeem code «XJ9-4KD-22P», candle|candle
confirmation number «HT8821940» hotel, travel adapter|travel adapter
ref: «GH-77120», patio heater cover|patio heater cover
invoice «INV-2024-0091», printer paper|printer paper
personal ID «850315-1234», rain boots|rain boots
EIN «12-3456789» office chairs bulk|office chairs
my dog's microchip «985112003456789», dog collar|dog collar
meter number «21E5567788», hall light|light
octopus acct «A-1B2C3D4E», led bulbs|led bulbs
my mother's maiden name is «Featherstone», picture frame|picture frame
password hint: first pet; password «Rex1999». dog leash|dog leash
new password will be «Otter~Lake», sleeping bag|sleeping bag
my pass word is «lemon-drop-5», lemon squeezer|lemon squeezer
pwd=«Qwerty!23»; headphones|headphones
contraseña: «Gato2020», cat litter|cat litter
mein passwort ist «Igel#12», bike helmet|bike helmet
24 words «apple river stone window tiger candle lemon», metal backup plate|metal backup plate
my usdt is «TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE», need earbuds|earbuds
admin : «hunter22» works on the camera, I want another camera outdoor|camera outdoor
ssid BTHub6-X7K2 key «9f3c2a77de» need a switch 8 port|switch
i use «Pa55-w0rd» everywhere as my password, key safe please|key safe
the pin of my card: «3 3 0 1», purse small|purse
sim pin 1109 & puk «88120045», phone lanyard|lanyard
keybox «6153» by the side door. cot mattress 120x60|cot mattress
my rego is «1ABC 234», bike rack|bike rack
«KA 05 MJ 1234» is my bike, helmet full face|helmet
chassis no. «ZFA31200003456789» alternator belt|belt
hospital no. «RX112233» crutch covers|crutch
crime ref «4402/19» stolen bike so new bike lock|lock
psn: «GrumpyBadger», controller|controller
my telegram bot «110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw» desk mat|desk mat
DOB: «19780422» hiking poles|hiking poles
the boat is registered «SSR 137779», VHF handheld|handheld
my husband's called «Ignatius Bell» he wants a kayak|kayak
my name is «Mike» and I want a kayak|kayak
«The Old Forge, Mill Lane», Ashby LE65 1AA. coal bucket|coal bucket
«2-8-1 Nishi-Shinjuku», Tokyo 163-8001. bento box|bento box
«3/45 Marine Pde», St Kilda VIC 3182 beach towel|towel
headlight bulbs for «AK19 HTZ» ford focus|headlight bulbs
my gps «52.3702N 4.8952E», bike pump|pump
sn: «PF2X9K1L», thinkpad charger 65w|charger
swift NWBKGB2L acc «60161331», wallet men|wallet
door code for cleaners «6620», mop bucket set|mop bucket
`;
/** What people search for by numbers, codes and names. */
const PRODUCTS = `
Levi's 501; Levi's 501 jeans 32x34; Kärcher K5; Kärcher K5 Premium pressure washer 145 bar;
John Deere 100 series mower deck; Jo Malone peony cologne 100ml; Paris chair; RTX 4070;
RTX 4070 graphics card 12GB; 5x7 rug; DDR4-3200 CL16; Corsair CMK16GX4M2B3200C16 memory;
Form 1099 envelopes; 1099-NEC tax forms 2024; tax 1040 organizer; Sony WH-1000XM5;
WH-1000XM4 ear pads; MTR-1000 meter; HX-3200 helmet; B07XYZ1234; Dyson V15 filter 971517-01;
Samsung SM-G991B screen; case for phone SM-G991B; Bosch GSR 18V-55 drill; DeWalt DCD796;
Makita BL1850B battery; Milwaukee 2997-22 combo kit; Ryobi combo kit 18V 6-piece;
washer dryer combo 27-inch; HP 62XL ink; Canon GI-490 ink; Brother TN-2420 toner;
Epson 502 ink black; Lego 42115 Lamborghini; Lego Technic 42083; Nikon 50mm f/1.8;
Canon EF 24-70mm f/2.8; Sandisk SDSQUA4-128G-GN6MA sd card; memory card 256GB;
sim card tray iphone 12; gift card holder 100 pack; card stock 110 lb 8.5x11;
business card box 500; 3x5 index cards 1000 count; credit card knife;
Pokemon card sleeves 66x91; frying pan 28cm; cake pan 13x9; roasting pan 16-inch;
pan 12-inch cast iron; hot plate 1500W; steel plate 6061-T6; aluminum plate 6061-T6 1/4 inch;
AR500 steel plate 8x8; weight plate 45LB; license plate frame chrome; license plate frame 12x6;
number plate holder 520mm; base plate 32x32 studs; serial RS-232 cable;
RS232 to USB serial adapter DB9; serial ATA 500GB drive; PS5 DualSense controller;
Xbox Series X 1TB; my Xbox 360 controller needs a charger; Nintendo Switch OLED 64GB;
Steam Deck 512GB case; keyboard 104 key hot swappable; 61 key keyboard Yamaha PSR-E373;
88 key digital piano FP-30X; Launchkey 49 MK3; key fob battery CR2032; key ring 25mm;
Allen key set 1.5-10mm; 24 pin ATX cable; 4 pin fan splitter; enamel pin 2024;
bowling pin lamp; USB-C to USB-C cable 100W 2m; hdmi cable 4K@60Hz; DisplayPort 1.4 8K@60Hz;
12V@5A power supply; password book 5x8; password keeper notebook A5; pass through gloves;
season pass holder lanyard 100 pcs; ticket holder 4x6; PIN pad cover; code 39 barcode scanner;
code 128 label printer; Da Vinci Code hardcover; touch up paint code 1F7 Toyota;
paint code LY9T Audi; error code E4 dishwasher pump; zip hoodie size 12;
zip ties 200mm 100 pack; post box 30x40; passport cover leather; passport holder RFID;
ID card printer ribbon 300 prints; id badge reels 50 pack; member's mark diapers size 4;
phone stand 15W; phone 128GB unlocked; phone 10000mAh power bank; mobile 5000mah battery case;
iPhone 13 Pro Max 256GB; Pixel 7a case; Galaxy S23 Ultra cover; Moto G54; Nokia 3310;
Casio F-91W; Casio GA-2100-1A1; Seiko SKX007; Rolex ref 116610 strap; Garmin Forerunner 255;
Fitbit Charge 5 band; Apple Watch Series 9 45mm; Nike Air Max 90; New Balance 574 size 10.5;
Adidas Samba OG 38 2/3; Dr. Martens 1460; Victoria's Secret Bombshell 100ml; Chanel No. 5 50ml;
No. 7 serum 30 ml; Farrow & Ball No. 2001; RAL 7016 spray paint; 205/55 R16 tyres;
275/65R18 all terrain tires; LT245/75R16 tire; W205 brake pads; NGK BKR6E spark plugs;
oil filter HU 816 x; Bosch 0 986 mini; ISBN 9780143127741; isbn 978-0-14-312774-1;
EAN 4006381333931; ean: 4006381333931 stabilo pen; upc 012345678905; part number 34116860017;
part no 5304505552 lint screen; model KSM150PSER; Model 3 floor mats;
model number WRS325SDHZ filter; OEM 13717521033 air filter; insurance card holder 4x6;
health o meter 349KLX scale; NHS fob watch; order of the phoenix book; order pad 50 sheets;
invoice book 2-part 50 sets; account book A4 200 pages; tax stamp 38x14mm; policy folder A4;
client gift box 12x9; case for 13 inch laptop; case 24 cans; display case 1:18; tin 500g;
health ring size 10; handle 128mm brushed nickel; door handle M8x40; cabinet handle 96mm;
cosmetics user gift under $25; user guide 2nd edition; network switch 8 port;
network cable cat6 305m; wifi 6E router AX5400; TP-Link Archer AX73; wifi extender N300;
router key lock box; locker lock 4-digit combination; Master Lock 5400D;
secret santa gifts under 20; token ring bracelet size 7; arcade tokens 1000; Bitcoin coin 40mm;
wallet slim 8 cards; seed phrase steel plate; seed packets 12 varieties;
recovery phrase metal plate storage kit; Baker Street mug; Abbey Road LP;
5th Avenue perfume 125ml; Park Avenue lamp; Oxford Street shirt; Wall Street 1987 dvd;
Route 66 sign; Fender Stratocaster 1962 reissue; Martin 000-15M; Gibson ES-335; Boss DS-1;
Moog Mother-32; Behringer X32; Roland TD-17KVX; Michael Kors watch; Tommy Hilfiger polo;
Calvin Klein boxers 3 pack; Stephen King It paperback; Taylor Swift 1989 vinyl;
Harry Potter box set 1-7; Kate Spade tote; Ralph Lauren shirt 16.5; Estée Lauder 1W2;
Charlotte Tilbury pillow talk; La Roche-Posay SPF 50; CeraVe 473ml; L'Oréal 8.1;
3M 6200 respirator; 3M 2091 filters; N95 masks 20 pack; M8x1.25 bolts; 1/4-20 screws;
10-32 machine screws; 7/16 wrench; 2x4 lumber; 60x120 mattress; queen 60x80x12;
50 inch tv 120Hz; LG 55C3; i7-13700K; Ryzen 7 5800X3D; B650 motherboard; Samsung 990 Pro 2TB;
WD101EFBX; F4-3200C16D-32GVKC; KVR26N19S8/8; MZ-V8P1T0B/AM; MTA18ASF2G72PZ-2G6J1;
ThinkPad X1 Carbon Gen 9; XPS 13 9310; MacBook Pro M3 14-inch 2023; A1466 charger;
Kindle 11th gen 2022; Baby gate 29-48 inch; diapers size 3 168 count; size 12 1960s dress;
200 thread count king; monitor 2560x1440 144Hz; card reader USB 3.0; visa gift card sleeve;
fax toner 2840; tel aviv poster 50x70; driver bit set 32-piece; Titleist TSR2 driver 10.5;
golf driver 460cc; parcel tape 48mm; reg cab floor mats; registration sleeve holder;
2019 Honda Civic wiper blades 26 inch; van life book; Peugeot 208 mats; BMW E46 M3 grille;
Ford F-150 tonneau 5.5 ft; Toyota RAV4 2015 roof rack; exp ansion card slot; 7 days to die ps4;
one two three book; two three four piece sofa; 24/7 planner; Chateau 2015 wine 750ml;
Lamy Safari EF; Moleskine A5; Bic Cristal 50; HB 2 pencils 24
`;

const TURNS = PRIVATE.trim()
  .split("\n")
  .map((line) => {
    const [text = "", product = ""] = line.split("|");
    const value = /«(.*)»/.exec(text)?.[1] ?? "";
    return { text: text.replace(/[«»]/g, ""), value, product };
  });
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

test.each(TURNS)("keeps $value back and the product in: $text", ({ text, value, product }) => {
  const { q } = formulateQuery(text);
  expect(plain(q)).not.toContain(plain(value));
  for (const word of product.split(" ")) expect(plain(q)).toContain(plain(word));
});

test.each(PRODUCTS.trim().split(/;\s/))("takes nothing out of %s", (query) => {
  for (const text of [query, `I need ${query}, please`, `a ${query} for my dad's car`]) {
    expect(removePrivateData(text)).toBe(text);
  }
});

test("no request of a chat holds a value, whoever says it again", async () => {
  await using exchange = await exchangeWith("cpia", "cpr");
  const { kit } = kitFor(exchange, { shareSearchesMs: 0 });
  const { find } = findOffersTool(kit);
  const leaks: string[] = [];
  for (const { text, value, product } of TURNS) {
    const previous = [
      { role: "user" as const, text },
      { role: "assistant" as const, text: `Noted: "${value}". Which ${product} would you like?` },
    ];
    await kit.turn({ text: `I want to buy this: ${text}`, sessionKey: "s" });
    const turn = await kit.turn({ text: "something cheaper in blue", previous, sessionKey: "s" });
    kit.context(turn);
    await find({ query: text });
    await find({ query: product, brand: text, exclude: [text] });
    for (const { args } of exchange.calls) {
      // Ids and times may hold the digits of a short value by chance.
      const sent = JSON.stringify(args, (key, part) => (/Id$|At$/.test(key) ? null : part));
      if (plain(sent).includes(plain(value))) leaks.push(`${value}: ${sent}`);
    }
    exchange.calls.length = 0;
  }
  await kit.close();
  expect(leaks).toEqual([]);
});
