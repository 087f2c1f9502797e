import { BOOK, CHATTER, FOREIGN, KIN, SERVICE, STOP, TALK, THING } from "./word-flags.ts";

/**
 * Words of a kind. The package has them as hashes, which `npm run gen` writes into
 * `generated/lexicon.ts`: as text they take nearly twice the room.
 */
export const WORD_LISTS: readonly (readonly [flag: number, words: string])[] = [
  /** Words that carry no meaning for a product search. */
  [
    STOP,
    `
a an the some any i i'm im i'd i've i'll me my mine we us our you your he she they them their it its
it's this that these those there here is are was were be been being am do does did doing can could
would will should may might must shall have has had having get got gets getting want wants wanted
need needs needed like likes love loves prefer would'd know think feel look looking looks find show
see let let's please thanks thank so very really quite just also too as if then than but or and to
at by from about into which who whom what when where why how hi hello hey ok okay well oh yeah yes
hmm maybe actually something anything someone one ones thing things kind kinds type types sort bit
lot way much many recommend recommends recommendation recommendations suggest suggestion suggestions
options option product products item items help buy buying purchase purchasing order use using used
new good great nice decent best better perfect sure able going go make makes made try give take come
comes that's there's don't doesn't didn't can't won't similar other others another more else
available mentioned specific interested heard seen she's he's who's what's they're you're we're
whats thats theres wheres hows dont doesnt didnt cant wont isnt arent wasnt pls plz ur smth sth ppl
obvs ye yep nah nope lol lmao tho cuz coz gonna wanna gotta says said say whether sounds sound mind
currently store shop price prices cost costs budget wondering hoping preferably
`,
  ],
  /** More of what answers a partner in a talk and names nothing: "sounds perfect, I'm ready". */
  [
    TALK,
    `
ready definitely specifically amazing exactly ideas idea topic topics catalog catalogue probably
still right fit match conversation based within helpful different suitable enjoy read hear learn out
check interesting trying point part area line range unique fun wow intriguing intrigued curious
exciting fascinating understand understanding start starting question consider considering explore
yet first next few own everything nothing hope related satisfy craving explain mean regarding
particular additional certain main
`,
  ],
  /** Of words that are no stop words, those that name nothing in a talk. */
  [
    CHATTER,
    `
tbh haha hm plus suppose guess sorry mean meant btw though kinda stuff rather instead different
color colour colors colours style now thx fun exist exists possible ideally no not only definitely
probably same vis expensive cheaper cheap less worth right still awful ugh whatever fine cool first
second third last fourth fifth number former latter would'nt aren't isn't it'll budget's ish you've
dear pricey forget wait all told enjoy anywhere everywhere terrible ugly awesome lovely amazing
honestly necessary forgot def idk keep done boring overkill gimmicky version versions wonderful
beautiful cute interesting pretty
`,
  ],
  /** What people ask for that no shop puts in a parcel. */
  [
    SERVICE,
    `
flight airfare airline hotel hostel motel visa passport cruise itinerary timetable parking holiday
vacation weather forecast rain sunset sunrise tide earthquake hurricane temperature symptom sign
cause side-effect diagnosis treatment cure disease doctor dentist therapist vet hospital clinic
appointment pregnancy mortgage loan insurance quote refund tax pension salary wage rate interest
bankruptcy stock share exchange credit invoice lawyer attorney solicitor divorce custody eviction
appeal court law rights license licence election president government parliament score standing
standings winner news headline lottery capital population distance history meaning definition
synonym antonym plural etymology translation spelling pronunciation grammar essay summary homework
equation theorem derivative difference recipe calorie calories substitute restaurant reservation
takeaway delivery plumber electrician locksmith carpenter babysitter cleaner gardener mechanic
photographer tutor lesson course class degree university college school service repair estimate job
career internship apprenticeship vacancy interview resume joke poem haiku story speech advice
apartment house condo roommate flatmate tenant landlord rent lease ticket concert opera museum taxi
password account subscription login parcel shipment address support exception tutorial comprehension
constraint regex query syntax friend friendship relationship boyfriend girlfriend puppy puppies
kitten horse requirement motorhome caravan sailboat yacht harvester forklift turbine
`,
  ],
  /**
   * Frequent short words of German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish
   * and the Nordic languages. Words with a letter English does not have need no list.
   */
  [
    FOREIGN,
    `
der das und ich ein eine einen nicht ist mir mit bitte suche brauche kaufen wir welche welcher
welches wie zu auf von den dem le la les des une je suis pour avec est dans cherche veux acheter
quel quelle quels pas mon ma el los las una para con quiero necesito comprar busco que es mi por uma
com preciso meu onde qual il lo gli per di cerco vorrei comprare sono voglio mio het een van ik voor
niet zoek wil kopen mijn nie jest szukam jaki dla bir ve istiyorum almak hangi iyi en och jag ett
att med til jeg og ikke efter billig wo finde cher barato barata
`,
  ],
  /** Whom people speak of as close to them, without a final s. */
  [
    KIN,
    `
mom mum mommy mummy mother mam dad daddy father parent stepdad stepmom stepmum son daughter kid
child children baby toddler twin bub boy girl sister brother sibling sis bro cousin aunt auntie
uncle niece nephew gran granny grandma grandmother nan nana nanna nanny grandpa granddad grandad
grandfather gramp grandson granddaughter wife husband hubby spouse partner fiance fiancee girlfriend
boyfriend gf bf ex friend bestie mate flatmate roommate housemate neighbour neighbor colleague
coworker boss student teacher stepson stepdaughter godson godmother dog cat puppy
`,
  ],
  /** Words for goods in general. */
  [
    THING,
    `
product products item items brand brands model models option options article supplies equipment gear
stuff accessories merchandise collection selection designs
`,
  ],
  /** Words for things to read. */
  [
    BOOK,
    `
book books novel novels textbook textbooks cookbook cookbooks ebook ebooks magazine magazines comic
comics thriller thrillers memoir biography hardcover paperback
`,
  ],
];
