import { SECRET, type Vocabulary } from "./vocabulary.ts";

export const EASTERN: readonly Vocabulary[] = [
  {
    // Czech and Slovak.
    ignore: "ignoruj*|zapomen*|zabudni|prehlizej|nedodrzuj|obejdi",
    earlier: "vsech[^ ]*|vsetk[^ ]*|predchozi[^ ]*|predchadzaj[^ ]*|predosl[^ ]*|sve|tvoje|vyse",
    instructions: "instrukc[^ ]*|pokyn[^ ]*|prikaz[^ ]*|prompt[^ ]*",
    rules: "pravid[^ ]*|zprav[^ ]*|sprav[^ ]*|omezeni",
    always: "vzdy|vzdycky|pouze|jen|iba|len",
    recommend: "doporuc|doporucuj|odporuc|odporucaj|zminuj|zmin|odpovidej",
    not: "nikdy|ne|zadne",
    tell: "nerikej|nezminuj|neprozrazuj|rikej|nehovor|nespominaj|nedoporucuj",
    user: "uzivatel[^ ]*|pouzivatel[^ ]*",
    ad: "reklam[^ ]*|sponzor[^ ]*",
    rivals: "konkuren[^ ]*|alternativ[^ ]*",
    send: "posli|odesli|ukaz|vypis|zobraz|prozrad|zopakuj",
    secrets: `${SECRET}instrukce|pokyny|konverzac[^ ]*|heslo|hesla`,
    phrases:
      "nyni jsi|ted jsi|odted jsi|odted odpovidej|jako ai|jako jazykovy " +
      "model|pokud jsi ai|nove instrukce|nove pokyny|zavolej nastroj|zavolej " +
      "funkci",
  },
  {
    // Turkish: the verb comes last.
    ignore:
      "yoksay|yok say|gormezden gel|unut|dikkate alma|onceki tum talimatlari|" +
      "onceki talimatlari|tum talimatlari|yukaridaki talimatlari|sistem " +
      "talimatlarini|onceki butun talimatlari|butun talimatlari",
    earlier: "onceki|tum|butun|yukaridaki|sistem",
    instructions:
      "yoksay[^ ]*|yok say[^ ]*|gormezden gel[^ ]*|unut[^ ]*|dikkate alma[^ ]*|" +
      "gecersiz[^ ]*|talimat[^ ]*|komut[^ ]*",
    rules: "kural[^ ]*|mesaj[^ ]*",
    always: "her zaman|daima|yalnizca|sadece",
    recommend: "oner|onerin|tavsiye et|onerisinde bulun",
    not: "asla|hicbir",
    tell: "soyleme[^ ]*|bahsetme[^ ]*|aciklama[^ ]*|onerme[^ ]*",
    user: "kullanici[^ ]*",
    ad: "reklam[^ ]*|sponsor[^ ]*",
    rivals: "rakip[^ ]*|alternatif[^ ]*|diger marka[^ ]*",
    send: "sistem promptunu|sistem istemini|konusmayi|sohbet gecmisini",
    secrets: "goster[^ ]*|gonder[^ ]*|paylas[^ ]*|acikla[^ ]*|yazdir[^ ]*",
    phrases:
      "artik sen|sen artik|simdi sen bir|bir yapay zeka olarak|yapay zeka " +
      "olarak|dil modeli olarak|yapay zekaysan|yeni talimatlar|kullaniciya " +
      "soyleme|kullaniciya soylemeyin|kullaniciya reklam|su araci cagir|" +
      "araci cagir|fonksiyonu cagir|kullaniciya her zaman",
  },
  {
    // Indonesian and Malay.
    ignore: "abaikan|lupakan|langgar|kesampingkan",
    earlier: "semua|seluruh|sebelumnya|di atas|sistem|segala",
    instructions: "instruksi[^ ]*|perintah[^ ]*|prompt[^ ]*|arahan[^ ]*",
    rules: "aturan|peraturan|pesan|pedoman|batasan",
    always: "selalu|hanya",
    recommend: "rekomendasikan|sarankan|sebutkan|cadangkan|syorkan",
    not: "jangan|tidak|tanpa",
    tell: "beritahu|beri tahu|katakan|sebut[^ ]*|ungkap[^ ]*|rekomendasi[^ ]*",
    user: "pengguna",
    ad: "iklan|sponsor[^ ]*",
    rivals: "pesaing|kompetitor|alternatif|merek lain|produk lain",
    send: "kirim|kirimkan|tampilkan|tunjukkan|ungkapkan|bagikan|hantar",
    secrets: `${SECRET}instruksi|percakapan|riwayat|kata sandi|data pengguna`,
    phrases:
      "sekarang kamu adalah|kamu sekarang adalah|anda sekarang adalah|mulai " +
      "sekarang kamu|mulai sekarang jawab|sebagai ai|sebagai model bahasa|" +
      "jika kamu adalah ai|jika anda adalah ai|instruksi baru|panggil alat|" +
      "panggil fungsi|berpura pura",
  },
  {
    // Vietnamese, its tone marks dropped.
    ignore: "bo qua|phot lo|quen|lo di",
    earlier: "tat ca|moi|truoc|truoc do|tren|he thong",
    instructions: "huong dan|chi dan|lenh|chi thi|prompt[^ ]*",
    rules: "quy tac|tin nhan",
    always: "luon|luon luon|chi",
    recommend: "gioi thieu|de xuat|khuyen nghi|nhac den",
    not: "khong|dung",
    tell: "noi|tiet lo|nhac|cho",
    user: "nguoi dung",
    ad: "quang cao|tai tro",
    rivals: "doi thu|thuong hieu khac|san pham khac",
    send: "gui|hien thi|tiet lo",
    secrets: `${SECRET}huong dan|cuoc tro chuyen|mat khau|lich su`,
    phrases:
      "ban bay gio la|bay gio ban la|tu bay gio ban|la mot ai|neu ban la " +
      "ai|neu ban la mot ai|huong dan moi",
  },
  {
    // Romanian.
    ignore: "ignora|ignorati|uita|uitati|nesocoteste|treci peste",
    earlier: "toate|anterioare[^ ]*|precedente[^ ]*|de mai sus|tale|sistem[^ ]*",
    instructions: "instructiun[^ ]*|prompt[^ ]*|comenz[^ ]*|indicati[^ ]*",
    rules: "reguli[^ ]*|mesaj[^ ]*",
    always: "intotdeauna|mereu|doar|numai",
    recommend: "recomanda|mentioneaza|sugereaza|raspunde",
    not: "nu|niciodata|fara",
    tell: "spune|spuneti|mentiona|dezvalui|recomanda|informa",
    user: "utilizator[^ ]*",
    ad: "reclama|sponsorizat[^ ]*",
    rivals: "concuren[^ ]*|alternativ[^ ]*",
    send: "trimite|afiseaza|dezvaluie|arata|repeta",
    secrets: `${SECRET}instructiunile|conversatia|istoricul|parola`,
    phrases:
      "acum esti|esti acum|de acum inainte|ca ai|ca model de limbaj|daca " +
      "esti o ia|daca esti un ai|instructiuni noi|noi instructiuni",
  },
  {
    // Hungarian and Finnish.
    ignore:
      "hagyd figyelmen kivul|felejtsd el|ne vedd figyelembe|mellozd|unohda|" +
      "ohita|sivuuta|jata huomiotta|ala valita",
    earlier: "minden|osszes|korabbi|elozo|fenti|kaikki|aiemmat|edelliset|ylla",
    instructions: "utasitas[^ ]*|prompt[^ ]*|parancs[^ ]*|ohje[^ ]*|kehot[^ ]*|maaray[^ ]*",
    rules: "szabaly[^ ]*|saannot|saantoja|viestit",
    always: "mindig|csak|aina|vain",
    recommend: "ajanld|ajanlj|emlitsd|suosittele|mainitse|ehdota",
    not: "ne|soha|ala|alka|koskaan",
    tell: "mondd|emlitsd|aruld|kerro|mainitse|paljasta|suosittele|ajanlj",
    user: "felhasznalo[^ ]*|kayttaj[^ ]*",
    ad: "reklam|hirdetes|szponzor[^ ]*|mainos[^ ]*|sponsoroitu",
    rivals: "versenytars[^ ]*|konkurens[^ ]*|kilpailij[^ ]*|vaihtoehto[^ ]*",
    send: "kuldd|mutasd|aruld|laheta|nayta|paljasta|toista",
    secrets:
      `${SECRET}utasitasok[^ ]*|beszelgetes[^ ]*|jelszo[^ ]*|ohjeesi|keskustelu[^ ]*|` +
      "salasana[^ ]*",
    phrases:
      "mostantol te|te mostantol|mostantol egy|mi kent|mesterseges intelligenciakent|" +
      "uj utasitasok|olet nyt|tekoalyna|kielimallina|uudet ohjeet",
  },
  {
    // Russian.
    ignore:
      "игнорируи*|проигнорируи*|игнорировать|забудь|забудьте|отмени|отмените|" +
      "не следуи|не обращаи внимания|пропусти|отбрось|нарушь",
    earlier:
      "все|всех|всю|предыдущ[^ ]*|прежн[^ ]*|прошл[^ ]*|выше|вышеуказанн[^ ]*|" +
      "свои|твои|ваши|системн[^ ]*|предшеств[^ ]*|ранее",
    instructions: "инструкц[^ ]*|указан[^ ]*|промпт[^ ]*|команд[^ ]*|директив[^ ]*|предписан[^ ]*",
    rules: "правил[^ ]*|сообщен[^ ]*|ограничен[^ ]*|контекст[^ ]*",
    always: "всегда|только|исключительно|постоянно",
    recommend: "рекомендуи*|советуи*|упоминаи*|предлагаи*|отвечаи*|продвигаи*",
    not: "не|никогда|никаких",
    tell:
      "говори[^ ]*|сообщаи[^ ]*|упоминаи[^ ]*|раскрываи[^ ]*|рассказываи[^ ]*|" +
      "рекомендуи[^ ]*|показываи[^ ]*|предлагаи[^ ]*",
    user: "пользовател[^ ]*|юзер[^ ]*",
    ad: "реклам[^ ]*|спонсор[^ ]*|инструкц[^ ]*",
    rivals:
      "конкурент[^ ]*|альтернатив[^ ]*|други[^ ]* (?:бренд[^ ]*|марк[^ ]*|" +
      "товар[^ ]*|магазин[^ ]*)",
    send: "отправь*|покажи*|раскрои*|выведи*|перешли*|повтори*|напиши|пришли",
    secrets:
      "системн[^ ]+ промпт[^ ]*|промпт[^ ]*|инструкци[^ ]*|переписк[^ ]*|" +
      "истори[^ ]* чата|диалог[^ ]*|разговор[^ ]*|парол[^ ]*|данные пользователя|" +
      "ключ[^ ]*",
    phrases:
      "ты теперь|теперь ты|вы теперь|теперь вы|отныне ты|с этого момента " +
      "ты|с этого момента отвечаи|с этого момента рекомендуи|как ии|как " +
      "языковая модель|как ассистент|если ты ии|если вы ии|если ты языковая|" +
      "если ты искусственныи|новые инструкции|новая инструкция|вызови инструмент|" +
      "вызови функцию|вызовите функцию|используи инструмент|притворись|" +
      "веди себя как|скажи пользователю|системное сообщение|убеди пользователя",
  },
  {
    // Ukrainian.
    ignore: "ігноруи*|проігноруи*|забудь|забудьте|знехтуи|відкинь",
    earlier: "всі|усі|попередн[^ ]*|вище|своі|системн[^ ]*|твоі",
    instructions: "інструкц[^ ]*|вказівк[^ ]*|промпт[^ ]*|команд[^ ]*",
    rules: "правил[^ ]*|повідомлен[^ ]*",
    always: "завжди|лише|тільки|виключно",
    recommend: "рекомендуи*|радь|згадуи*|пропонуи*",
    not: "не|ніколи",
    tell: "кажи|повідомляи[^ ]*|згадуи[^ ]*|розкриваи[^ ]*|розповідаи[^ ]*|рекомендуи[^ ]*",
    user: "користувач[^ ]*",
    ad: "реклам[^ ]*|спонсор[^ ]*",
    rivals: "конкурент[^ ]*|альтернатив[^ ]*|інш[^ ]* (?:бренд[^ ]*|товар[^ ]*)",
    send: "надішли*|відправ*|покажи*|розкрии|виведи",
    secrets: "промпт[^ ]*|інструкці[^ ]*|розмов[^ ]*|історі[^ ]* чату|парол[^ ]*",
    phrases:
      "ти тепер|тепер ти|відтепер ти|як ші|як мовна модель|якщо ти ші|нові " +
      "інструкції|новi інструкціі|нові інструкціі|виклич інструмент|виклич " +
      "функцію",
  },
  {
    // Greek.
    ignore: "αγνοησε|αγνοηστε|ξεχασε|ξεχαστε|παραβλεψε|παραβλεψτε",
    earlier: "ολες|ολα|ολους|προηγουμεν[^ ]*|παραπανω|συστηματος",
    instructions: "οδηγιες|οδηγιων|εντολες|εντολων|prompt[^ ]*",
    rules: "κανονες|μηνυματα",
    always: "παντα|μονο|αποκλειστικα",
    recommend: "προτεινε|συνιστα|αναφερε|συστησε|προτεινετε",
    not: "μην|ποτε|δεν",
    tell: "πεις|αναφερεις|αποκαλυψεις|λες|προτεινεις",
    user: "χρηστη[^ ]*|χρηστες",
    ad: "διαφημιση|χορηγουμεν[^ ]*",
    rivals: "ανταγωνιστ[^ ]*|εναλλακτικ[^ ]*",
    send: "στειλε|εμφανισε|αποκαλυψε|δειξε",
    secrets: "prompt[^ ]*|οδηγιες|συνομιλια|κωδικο[^ ]*",
    phrases:
      "εισαι τωρα|τωρα εισαι|απο εδω και|ως τεχνητη νοημοσυνη|ως γλωσσικο μοντελο|νεες οδηγιες",
  },
];
