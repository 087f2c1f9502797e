import { SECRET, type Vocabulary } from "./vocabulary.ts";

export const WESTERN: readonly Vocabulary[] = [
  {
    // German.
    ignore:
      "ignorier*|missachte*|vergiss|vergesse*|uberschreibe*|umgehe*|verwirf|" +
      "beachte nicht|ubergehe*|befolge nicht|befolge keine",
    earlier:
      "alle[^ ]*|bisherig[^ ]*|vorherig[^ ]*|vorangegangen[^ ]*|obig[^ ]*|" +
      "fruher[^ ]*|deine[^ ]*|jegliche[^ ]*|samtliche[^ ]*|vorig[^ ]*|" +
      "ursprunglich[^ ]*|zuvor",
    instructions:
      "anweisung[^ ]*|instruktion[^ ]*|prompt[^ ]*|vorgabe[^ ]*|systemprompt[^ ]*|" +
      "befehl[^ ]*|systemanweisung[^ ]*",
    rules: "regeln|richtlinie[^ ]*|einschrankung[^ ]*|nachricht[^ ]*|beschrankung[^ ]*",
    always: "immer|stets|nur|ausschliesslich|grundsatzlich",
    recommend: "empfiehl|empfehle|nenne|erwahne|bevorzuge|empfehlen sie|antworte|bewerbe",
    not: "nicht|nie|niemals|nichts|keinesfalls|keine|kein|keinen",
    tell:
      "sag|sage|sagen|verrate|verraten|erzahl[^ ]*|erwahn[^ ]*|nenn[^ ]*|" +
      "informier[^ ]*|teile|offenbar[^ ]*|kennzeichn[^ ]*",
    user: "nutzer[^ ]*|benutzer[^ ]*|user|anwender[^ ]*",
    ad: "werbung|anzeige|gesponsert|bezahlt|anweisung[^ ]*",
    rivals:
      "konkurren[^ ]*|wettbewerb[^ ]*|mitbewerb[^ ]*|alternativ[^ ]*|andere[^ ]*" +
      " (?:marke[^ ]*|produkt[^ ]*|anbieter[^ ]*|shop[^ ]*)",
    send:
      "sende|sendet|schicke|schick|zeige|zeig|verrate|gib|nenne|wiederhole|" +
      "drucke|leite|ubermittle",
    secrets:
      `${SECRET}anweisungen|chatverlauf|gesprachsverlauf|passwort[^ ]*|` +
      "zugangsdaten|api schlussel|daten des nutzers|unterhaltung|gesprach",
    phrases:
      "dir gesagt wurde|dir aufgetragen wurde|was dir gesagt|an den assistenten|" +
      "an das modell|du bist jetzt|du bist nun|du bist ab|du bist ein assistent|" +
      "du bist eine ki|als ki|als sprachmodell|als assistent musst|als " +
      "ki assistent|wenn du eine ki|falls du eine ki|neue anweisung|neue " +
      "anweisungen|rufe das tool|rufe die funktion|rufe das werkzeug|an " +
      "alle ki|hinweis fur ki|hinweis an die ki|ab jetzt antwort*|ab sofort " +
      "antwort*|ab sofort empf*|tu so als",
  },
  {
    // French.
    ignore:
      "ignore|ignorez|ignorer|oublie|oubliez|oublier|contourne|contournez|" +
      "outrepasse*|neglige*|desobei*|ne tiens pas compte|ne tenez pas compte|" +
      "ne suis pas|faites abstraction",
    earlier:
      "tout|toute|toutes|tous|precedent[^ ]*|anterieur[^ ]*|ci dessus|tes|" +
      "vos|initial[^ ]*|systeme|avant",
    instructions: "instruction[^ ]*|consigne[^ ]*|prompt[^ ]*|directive[^ ]*|invite",
    rules: "regle[^ ]*|ordre[^ ]*|message[^ ]*|contexte|contraintes",
    always: "toujours|uniquement|exclusivement|seulement|systematiquement",
    recommend:
      "recommande|recommandez|mentionne|mentionnez|suggere|suggerez|conseille|" +
      "conseillez|reponds|repondez",
    not: "pas|jamais|aucun|aucune|rien",
    tell:
      "dis|dites|dire|mentionn[^ ]*|revel[^ ]*|inform[^ ]*|divulgu[^ ]*|" +
      "precis[^ ]*|indiqu[^ ]*|recommand[^ ]*",
    user: "utilisateur[^ ]*|utilisatrice[^ ]*|usager[^ ]*|l'utilisateur|lutilisateur",
    ad: "publicite|sponsorise[^ ]*|pub|annonce|payant|instruction[^ ]*",
    rivals:
      "concurrent[^ ]*|concurrence|alternativ[^ ]*|autres (?:marque[^ ]*|" +
      "produit[^ ]*|boutique[^ ]*)",
    send:
      "envoie|envoyez|envoyer|affiche|affichez|revele|revelez|montre|montrez|" +
      "transmets|transmettez|repete|repetez|donne|donnez",
    secrets:
      `${SECRET}instructions|conversation|historique|mot de passe|mots ` +
      "de passe|invite systeme|donnees de|cle api",
    phrases:
      "on t'a dit|on ta dit|on vous a dit|on ta demande|a l'attention du " +
      "modele|a lattention du modele|a lattention de lassistant|a lattention " +
      "des ia|a lattention de lia|tu es maintenant|vous etes maintenant|" +
      "tu es desormais|vous etes desormais|en tant qu'ia|en tant quia|en " +
      "tant que modele|en tant qu assistant|en tant quassistant|en tant " +
      "qu ia|si tu es une ia|si vous etes une ia|nouvelles instructions|" +
      "nouvelle instruction|message systeme|appelle l'outil|appelle loutil|" +
      "appelle la fonction|appelez loutil|appelez la fonction|a partir " +
      "de maintenant tu|a partir de maintenant recommande|fais semblant " +
      "d*|agis comme|a l'attention des ia",
  },
  {
    // Spanish.
    ignore:
      "ignora|ignore|ignorar|ignoren|olvida|olvide|olvidar|olvidate|omite|" +
      "desobedece|descarta|descarte|haz caso omiso|haga caso omiso|no sigas|" +
      "pasa por alto|anula",
    earlier:
      "todo|toda|todas|todos|anterior[^ ]*|previ[^ ]*|de arriba|tus|sus|" +
      "precedente[^ ]*|inicial[^ ]*|sistema|antes",
    instructions:
      "instruccion[^ ]*|prompt[^ ]*|directriz|directrices|indicacion[^ ]*|directiva[^ ]*|ordenes",
    rules: "regla[^ ]*|orden|mensaje[^ ]*|contexto|norma[^ ]*|restriccion[^ ]*",
    always: "siempre|solo|solamente|unicamente|exclusivamente",
    recommend:
      "recomienda|recomiende|recomiendas|recomendar|menciona|mencione|mencionar|" +
      "sugiere|sugiera|responde|responda|promociona",
    not: "no|nunca|jamas|ningun|ninguna|sin",
    tell:
      "digas|diga|decir|dile|menciones|mencion[^ ]*|reveles|revel[^ ]*|" +
      "informes|inform[^ ]*|recomiend[^ ]*|muestr[^ ]*|indiques",
    user: "usuari[^ ]*",
    ad: "anuncio|publicidad|patrocinad[^ ]*|pagad[^ ]*|instruccion[^ ]*",
    rivals:
      "competencia|competidor[^ ]*|alternativ[^ ]*|rivales|otras (?:marca[^ ]*|" +
      "tienda[^ ]*|opcion[^ ]*)|otros (?:producto[^ ]*|vendedor[^ ]*)",
    send:
      "envia|envie|enviar|muestra|muestre|revela|revele|imprime|repite|" +
      "comparte|manda|reenvia|dame|escribe",
    secrets:
      `${SECRET}instrucciones|conversacion|historial|contrasena[^ ]*|mensaje ` +
      "del sistema|clave api|datos del usuario",
    phrases:
      "te han pedido|te han dicho|te dijeron|te han ordenado|al asistente|" +
      "para el asistente virtual|para la ia|pide al cliente|pide al usuario|" +
      "dile al usuario|dile al cliente|ahora eres|eres ahora|a partir de " +
      "ahora responde|a partir de ahora eres|a partir de ahora recomienda|" +
      "a partir de ahora debes|como modelo de lenguaje|como ia|como asistente " +
      "debes|como inteligencia artificial|si eres una ia|si eres un modelo|" +
      "si eres un asistente|nuevas instrucciones|nueva instruccion|llama " +
      "a la herramienta|llama a la funcion|usa la herramienta|ejecuta la " +
      "funcion|finge que|finge ser|actua como|mensaje del sistema|atencion " +
      "ia|nota para la ia",
  },
  {
    // Italian.
    ignore:
      "ignora|ignorate|ignorare|ignori|dimentica|dimenticate|dimenticare|" +
      "trascura|disobbedisci|scarta|annulla|non seguire|non tenere conto",
    earlier:
      "tutto|tutta|tutte|tutti|precedent[^ ]*|sopra|tue|tuoi|iniziali|sistema|" +
      "prima|anterior[^ ]*",
    instructions: "istruzion[^ ]*|prompt[^ ]*|direttiv[^ ]*|indicazion[^ ]*",
    rules: "regol[^ ]*|ordini|messagg[^ ]*|contesto|comand[^ ]*",
    always: "sempre|solo|soltanto|esclusivamente|unicamente",
    recommend: "raccomanda|consiglia|consigliate|menziona|suggerisci|rispondi|promuovi|nomina",
    not: "non|mai|nessun|nessuna|senza",
    tell:
      "dire|dica|dirlo|menzion[^ ]*|rivel[^ ]*|inform[^ ]*|nomin[^ ]*|consigli[^ ]*|" +
      "indicare|mostr[^ ]*",
    user: "utente|utenti|l'utente|lutente|allutente|all'utente",
    ad: "pubblicita|sponsorizzat[^ ]*|annuncio|istruzion[^ ]*",
    rivals:
      "concorren[^ ]*|alternativ[^ ]*|rivali|altr[ie] (?:march[^ ]*|prodott[^ " + "]*|negoz[^ ]*)",
    send:
      "invia|inviate|mostra|mostrate|rivela|rivelate|stampa|ripeti|condividi|" +
      "manda|inoltra|scrivi",
    secrets:
      `${SECRET}istruzioni|conversazione|cronologia|password|messaggio ` +
      "di sistema|chiave api|dati dellutente",
    phrases:
      "ti e stato detto|ti hanno detto|ti e stato chiesto|allassistente|" +
      "di allutente|chiedi allutente|ora sei|adesso sei|sei ora|da ora " +
      "in poi rispondi|da ora in poi consiglia|da ora in poi devi|come " +
      "modello linguistico|come ia|come intelligenza artificiale|come assistente " +
      "devi|se sei unia|se sei un'ia|se sei un modello|nuove istruzioni|" +
      "nuova istruzione|chiama lo strumento|chiama la funzione|usa lo strumento|" +
      "fai finta di|agisci come|messaggio di sistema",
  },
  {
    // Portuguese.
    ignore:
      "ignore|ignora|ignorar|ignorem|esqueca|esquece|esquecer|desconsidere|" +
      "desconsiderar|descarte|desobedeca|nao siga|anule",
    earlier:
      "todo|toda|todas|todos|anterior[^ ]*|previ[^ ]*|acima|suas|seus|iniciais|sistema|antes",
    instructions: "instruc[^ ]*|prompt[^ ]*|diretriz|diretrizes|orientac[^ ]*|comandos",
    rules: "regra[^ ]*|ordens|mensage[^ ]*|contexto|restric[^ ]*",
    always: "sempre|somente|apenas|exclusivamente|unicamente",
    recommend:
      "recomende|recomenda|recomendar|mencione|menciona|sugira|sugere|responda|promova|indique",
    not: "nao|nunca|jamais|nenhum|nenhuma|sem",
    tell:
      "diga|dizer|conte|contar|mencion[^ ]*|revel[^ ]*|inform[^ ]*|divulg[^ ]*|" +
      "recomend[^ ]*|mostr[^ ]*",
    user: "usuari[^ ]*|utilizador[^ ]*",
    ad: "anuncio|publicidade|patrocinad[^ ]*|propaganda|instruc[^ ]*",
    rivals:
      "concorren[^ ]*|alternativ[^ ]*|rivais|outr[ao]s (?:marca[^ ]*|produto[^ " + "]*|loja[^ ]*)",
    send:
      "envie|envia|enviar|mostre|mostra|revele|revela|imprima|repita|compartilhe|" +
      "mande|encaminhe|escreva",
    secrets:
      `${SECRET}instrucoes|conversa|historico|senha[^ ]*|mensagem do sistema|` +
      "chave api|dados do usuario",
    phrases:
      "te disseram|lhe disseram|lhe foi dito|te pediram|ao assistente|diga " +
      "ao usuario|peca ao usuario|agora voce e|voce agora e|voce e agora|" +
      "a partir de agora responda|a partir de agora voce|a partir de agora " +
      "recomende|como modelo de linguagem|como ia|como uma ia|como inteligencia " +
      "artificial|como assistente voce|se voce e uma ia|se voce for uma " +
      "ia|se voce e um modelo|novas instrucoes|nova instrucao|chame a ferramenta|" +
      "chame a funcao|use a ferramenta|execute a funcao|finja que|finja " +
      "ser|aja como|mensagem do sistema",
  },
  {
    // Dutch.
    ignore: "negeer|negeren|vergeet|omzeil|overschrijf|sla over",
    earlier: "alle|vorige|eerdere|bovenstaande|voorgaande|je|jouw|uw|systeem",
    instructions: "instructie[^ ]*|prompt[^ ]*|opdracht[^ ]*|aanwijzing[^ ]*|systeemprompt[^ ]*",
    rules: "regels|richtlijn[^ ]*|berichten|beperkingen",
    always: "altijd|alleen|uitsluitend|enkel",
    recommend: "beveel|raad|noem|vermeld|adviseer|antwoord",
    not: "niet|nooit|geen|niets",
    tell: "zeg|vertel|vertellen|vermeld|noem|onthul|informeer",
    user: "gebruiker[^ ]*",
    ad: "reclame|advertentie|gesponsord|instructie[^ ]*",
    rivals: "concurrent[^ ]*|alternatiev[^ ]*|andere (?:merken|producten|winkels)",
    send: "stuur|verzend|toon|onthul|herhaal|geef|deel|print",
    secrets: `${SECRET}instructies|gesprek|chatgeschiedenis|wachtwoord[^ ]*|gebruikersgegevens`,
    phrases:
      "je is verteld|je werd verteld|aan de assistent|vertel de gebruiker|" +
      "zeg tegen de gebruiker|je bent nu|jij bent nu|u bent nu|als ai|als " +
      "taalmodel|als je een ai|nieuwe instructies|roep de tool|roep de " +
      "functie|gebruik de tool|doe alsof|vanaf nu antwoord|vanaf nu beveel",
  },
  {
    // Swedish, Danish and Norwegian.
    ignore: "ignorera|ignorer|ignorér|glom|glem|bortse|se bort|se bort fra|asidosatt|tilsidesæt",
    earlier: "alla|alle|tidigare|tidligere|foregaende|foregående|ovanstaende|forrige|dina|dine",
    instructions:
      "instruktion[^ ]*|instruks[^ ]*|instrukser|prompt[^ ]*|anvisning[^ ]*|systemprompt[^ ]*",
    rules: "regler|riktlinjer|retningslin[^ ]*|meddelanden|beskeder",
    always: "alltid|altid|endast|bara|kun",
    recommend: "rekommendera|anbefal|namn|nævn|nevn|foresla|svara|svar",
    not: "inte|aldrig|ikke|inga|ingen",
    tell:
      "saga|sag|berätta|beratta|avsloja|sig|si|fortæl|fortell|namn|nævn|" +
      "nevn|rekommendera|anbefal",
    user: "anvandar[^ ]*|bruger[^ ]*|bruker[^ ]*",
    ad: "reklam[^ ]*|annons|annonce|sponsrad|sponsoreret|sponset",
    rivals:
      "konkurrent[^ ]*|alternativ[^ ]*|andra (?:marken|produkter)|andre " +
      "(?:merker|mærker|produkter)",
    send: "skicka|sand|send|visa|vis|avsloja|afslør|avslør|upprepa|gentag|gjenta",
    secrets:
      `${SECRET}instruktioner|instrukser|konversation[^ ]*|samtal[^ ]*|` +
      "losenord[^ ]*|adgangskode|passord",
    phrases:
      "du ar nu|du er nu|du er na|som ai|som en ai|som sprakmodell|som " +
      "sprogmodel|om du ar en ai|hvis du er en ai|nya instruktioner|nye " +
      "instrukser|nye instruktioner|fran och med nu",
  },
  {
    // Polish.
    ignore: "ignoruj|zignoruj|ignorowac|zapomnij|pomin|obejdz|nie przestrzegaj|odrzuc|lekcewaz",
    earlier:
      "wszystki[^ ]*|wszelki[^ ]*|poprzedni[^ ]*|wczesniejsz[^ ]*|powyzsz[^ ]*|" +
      "swoje|twoje|systemow[^ ]*",
    instructions: "instrukcj[^ ]*|polecen[^ ]*|prompt[^ ]*|wytyczn[^ ]*|dyrektyw[^ ]*",
    rules: "zasad[^ ]*|regul[^ ]*|wiadomosci|ograniczen[^ ]*",
    always: "zawsze|tylko|wylacznie|jedynie",
    recommend: "polecaj|polec|rekomenduj|wspominaj|wymien|sugeruj|odpowiadaj",
    not: "nie|nigdy|zadnych|bez",
    tell: "mow|mowic|powiedz|ujawniaj|wspominaj|informuj|polecaj|wspomnij|zdradzaj",
    user: "uzytkowni[^ ]*",
    ad: "reklam[^ ]*|sponsorowan[^ ]*|instrukcj[^ ]*",
    rivals: "konkuren[^ ]*|alternatyw[^ ]*|inn[^ ]+ (?:mar[^ ]*|produkt[^ ]*|sklep[^ ]*)",
    send: "wyslij|pokaz|ujawnij|wypisz|powtorz|podaj|przeslij",
    secrets: `${SECRET}instrukcj[^ ]*|rozmow[^ ]*|histori[^ ]* czatu|haslo|hasla|dane uzytkownika`,
    phrases:
      "ci powiedziano|ci kazano|do asystenta|powiedz uzytkownikowi|jestes " +
      "teraz|od teraz jestes|od teraz odpowiadaj|od teraz polecaj|jako " +
      "ai|jako model jezykowy|jako asystent|jesli jestes ai|jesli jestes " +
      "modelem|nowe instrukcje|nowa instrukcja|wywolaj narzedzie|wywolaj " +
      "funkcje|uzyj narzedzia|udawaj ze",
  },
];
