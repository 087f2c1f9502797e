/** The classes that speak against a thing or of other matters, in the form lexicon.ts reads. */
export const OTHER_CLASSES = `
AVOID: steer well clear,well clear of,keep well away,go nowhere near,not go near,ten foot pole,
 perish the thought,god forbid,heaven forbid,out of contention,off the table,off the menu,
 not an option,no option,not a option,not on,is out,are out,s out,ruled itself out,
 rules itself out,rule it out,disqualify,disqualified,disqualifies,eliminate,eliminated,
 strike it off,scratch it,scratch that,bury the idea,abandon,abandon the idea,shelve,
 shelve the idea,park the idea,put it back,put it down,put down,step away from,back away from,
 run away from,run from,get away from,hands off,hold fire,hold your horses,not so fast,
 do not rush,not rush,not be tempted,not fall for,not be fooled by,not be talked into,
 not waste your,not squander,not worth it,not worth the,not worth your,not worth a,nor would i,
 nor should you,nor do i,i would not,i would never,would not touch,would not buy,would not get,
 would not take,would not choose,would not pick,would not bother,would not recommend,would not go,
 would not use,would not want,would not trust,would not wish,would not spend,would not pay,
 would not put,not spend,not pay,not put,not trust,not want,not use,never use,never put,
 never leave,never wear,never give,never trust,not wear,not give,not order,not order the,
 not install,not download,not sign,not sign up,not subscribe,no point in,no point,not much point,
 little point,no reason to,no need for,not need the,not need a,not need another,need not buy,
 save yourself the,save your pennies,save the money,keep the money,down the drain,
 throwing money away,throw money away,pour money down,burn money,a rip off,rip off,
 daylight robbery,a con,snake oil,gimmicky,a fad,fad,a trap,money trap,false economy,mixed bag,
 a letdown,a lemon,a dud,dud,a turkey,turkey,a flop,flop,a disaster,disastrous,catastrophe,a pain,
 pain to use,a faff,faff,a hassle,hassle,a chore,a nuisance,nuisance,a headache,headache,avoid,
 skip,pass on,give that a miss,give a miss,wide berth,steer clear,stay away,keep away,ditch,drop,
 leave,leave it,forget,think twice,hold off,stay clear,bin,return it,send it back,walk away,
 rule out,ruled out,rules it out,cross off,strike off,off the list,off your list,keep clear,
 beware,be careful,careful,wary,watch out,caution,warn,warning,look elsewhere,spend elsewhere,
 save your money,keep your money,waste,wasted,waste of money,regret,mistake,hesitant,reluctant,
 refuse,decline,do not bother,not bother,not touch,bargepole,not waste,resist,put back,give up on,
 cancel,stop using,dissuade,talk you out of,against,lose,loses,lost,veto,discourage,move on,pass,
 stay off,write off,write it off,leave out,run a mile,not worth,never buy,not buy,not get,
 not recommend,not suggest,not advise,not choose,not pick,not take,not go for,not go with,
 never recommend,not advisable,not in good conscience,think again,not for you,not for me
BAD: ❌,☒,✖,👎,🙄,🚫,wobbles,feeble,sluggish,lousy,abysmal,appalling,atrocious,horrible,horrid,grim,
 dire,pathetic,pitiful,hopeless,clumsy,cumbersome,awkward,unwieldy,impractical,inferior,lacking,
 insufficient,unhelpful,unpleasant,uncomfortable,harmful,risky,hazardous,unhealthy,unfit,not fit,
 ill suited,ill fitting,mismatch,bad fit,poor fit,wrong fit,wrong size,wrong tool,wrong choice,
 wrong one,wrong shape,bad choice,poor choice,bad idea,terrible idea,poor idea,bad match,
 poor match,worst choice,second rate,third rate,below par,not up to,up to nothing,no match for,
 cannot cope,not cope,not handle,not suit,not work,not help,not do,not hold,not last,not survive,
 not reach,not meet,not match,not deliver what,not have the,not have what,not fit the,not good,
 not great,not ideal,not right,not suitable,not the right,not the best,not the answer,not the one,
 not the thing,not what you,not what he,not what she,not enough,not powerful enough,
 not big enough,not strong enough,not warm enough,no good for,no help,no cure,hardly ideal,
 hardly suitable,defeats the purpose,beside the point,miss the mark,misses the mark,
 miss the point,out of place,like a sledgehammer,using a sledgehammer,more trouble than,
 more hassle than,causes more,ruin,ruins,wreck,wrecks,damage,damages,destroy,destroys,spoil,
 spoils,scorch,melt,shrink,fade,peel,rattle,jam,clog,crash,drown,irritate,sting,stings,aggravate,
 worsen,make it worse,makes it worse,annoy,annoying,drive you mad,drive you up the wall,
 keep you awake,wake the,disturb,frighten,scare,deafening,racket,eyesore,monstrosity,
 dust collector,gather dust,gathering dust,collect dust,collecting dust,end up in a drawer,
 end up in the cupboard,in a landfill,bad,poor,poorly,worse,worst,wrong,overpriced,overkill,
 flimsy,disappointing,disappoint,dangerous,unsafe,unreliable,useless,pointless,terrible,awful,
 dreadful,rubbish,junk,weak,faulty,broken,unsuitable,unsuited,inadequate,mediocre,underpowered,
 underwhelming,fail,fall short,falls short,lack,lacks,let down,letdown,mis sold,drawback,downside,
 weakness,problem,trouble,catch,complaint,complain,issue,flaw,struggle,scam,gimmick,hype,
 nightmare,disaster,joke,laughable,ugly,cheaply made,shoddy,worthless,irrelevant,non starter,
 deal breaker,dealbreaker,nothing to do with,no use,no good,makes no sense,little sense,no sense,
 beyond your budget,over budget,out of budget,out of reach,blow the budget,barking
GONE: not in production,out of circulation,no more stock,zero stock,no stock,stock ran out,
 ran out,run out,sold through,snapped up,cannot be bought,cannot be had,not be had,not be bought,
 not be ordered,only ships within,only ships to,only sold in,ships only,only available in,
 not shipped,not ship to,not sold here,not made any more,not produced,not offered,not on sale,
 not released,not launched,not arrived,not operate,not serve your,left the market,quit the market,
 shut down,shut its doors,closed its doors,closed down,wound up,in liquidation,liquidated,
 insolvent,gone bust,gone under,dissolved,suspended,paused,unobtainable,hard to find,hard to get,
 rare as,collector s item,second hand only,used only,only second hand,back in may,restock,
 restocked in,until february,until spring,weeks of waiting,delivery time,lead time,nine weeks,
 twelve weeks,six weeks,three months,discontinued,sold out,out of stock,unavailable,not available,
 no longer available,no longer made,no longer sold,out of production,withdrawn,pulled,recalled,
 recall,back order,backordered,on backorder,not ship,not deliver,not in stock,out of print,gone,
 ceased,stopped making,stopped selling,closed,bankrupt,went bust,went under,folded last,delisted,
 off the market,waiting list,pre order,not yet released,not out yet,not arrive,arrive too late,
 too late,undeliverable,not delivered,not sold in,last one sold,fully booked,end of line,
 end of life,phased out,none left,cleared out,vanished
OWN: you inherited,you went for,that you have,the one you have,of yours,keep your,in your bag,
 on your shelf,back home,is working,still works,served you well,congratulations on,enjoy your,
 since you have,now that you have,own,already have,already own,already got,you have got,you own,
 you bought,you have,you got,your old,your current,your existing,your new,your own,yours,existing,
 owner,on your desk,in your cupboard,in your kitchen,already,you ordered,you chose,you use,
 your order,your account,inherited,arrived
UNSURE: not say whether,not vouch,not confirm,not promise,no view,no information,no figures,
 no data on,no proof,unproven,untested,unverified,the jury is,a matter of,up to you,your call,
 only you can,mixed,divided,pros and cons,neutral,no preference,either way,your guess,
 as good as mine,might not,may not,may or may not,do not know,not sure,unsure,unfamiliar,
 not familiar,not judge,not say,not tell,no idea,no opinion,never heard,never tried,only heard,
 hard to say,depends,it depends,doubt,doubtful,sceptical,skeptical,not convinced,unconvinced,jury,
 not seen,no data,perhaps,maybe,possibly,in doubt,toss up,toss a coin,pinch of salt,who knows,
 guess,might be worth,could be worth,unclear
SAY: tout,touts,touted,hail,hailed,calls itself,boasts,dubbed,lauded,acclaimed,celebrated,hyped,
 legendary,cult,iconic,trending,viral,everywhere,tested by,according,believe the,some say,
 people say,it is said,is said to,is supposed to,purported,purportedly,ostensibly,your words,
 you say,you said,you mentioned,you wrote,you told me,as you put it,as you say,your friend,
 your sister,your brother,your mother,your colleague,your neighbour,your doctor,your coach,
 your teacher,your trainer,the maker,the company,the seller,the shop,the shop assistant,
 the advert,the ad,the website,the label,the box,the article,the reviews,the magazine,the forum,
 the test,say,said,write,wrote,tell,told,mention,claim,called,describe,promise,insist,argue,quote,
 according to,report,reportedly,allegedly,supposedly,apparently,rave,praise,swear,hear,heard,read,
 reads,state,think,thought,believe,reckon,rate,rated,voted,award,named,prize,review,reviewer,
 critic,customer,tester,magazine,blog,forum,advert,advertisement,slogan,brochure,seller,salesman,
 influencer,youtuber,wirecutter,reddit,website,article,label,listing,headline,leaflet,marketing,
 test,tests,study,survey,popular,famous,known,well known,best selling,bestseller,bestselling,
 stars,ratings
UNREAL: if you were taller,if you did not,if it fitted,in an alternate universe,fantasy,in theory,
 theoretically,i would have said,i would have suggested,i would have recommended,
 i would be telling you,would have been,would have suited,with more space,with a different,
 in a different,in a bigger,sizes smaller,ten years ago,budget no object,if i were,if you were,
 if you had,if you lived,if money,if only,were it,were you,were i,had you,had it,if it were,
 if the budget,would have,could have,might have,should have,imagine,pretend,in another life,
 hypothetically,if your budget,with twice the budget,wish,no object,if you ever,suppose you,
 had your,were your,lottery
LATER: later on,in a year or two,next step,second step,by the time,only once,when he turns,
 when you turn,once you,once he,once she,after you,when the baby,when you have,bookmark,
 wait for the,wait till,premature,too early,at twelve,at eighteen,later,someday,some day,one day,
 eventually,next year,next time,next winter,until,until then,for now,not yet,wait,wait until,
 hold on,once,older,in spring,in autumn,after that,come back to,revisit,outgrow,when you move,
 not now,first,meanwhile,in the meantime
SARCASM: if you hate,anyone who hates,someone who hates,my worst,how generous,what a winner,
 what a masterpiece,boy do i,applause,as if,about as,right after toothache,who needs,burglar,
 if you enjoy,if you like,who does not,what could possibly,what could go wrong,oh great,oh sure,
 just what,just what nobody,nobody needs,nobody asked,said no one,if your goal is,nothing says,
 congratulations,bravo,genius,what a,doorstop,paperweight,landfill,museum,brick,good luck
FICTION: once upon,there once was,limerick for,in the film,in the story,your email,your essay,
 your slogan,product copy,copy,ad copy,sample,sample text,for the quiz,quiz,crossword,trivia,
 riddle,pun,fable,wizard,dragon,knight,princess,kingdom,queen,hero buys,narrator,exit,curtain,
 verse,stanza,chorus,refrain,song,lyric,motto,strapline,press release,announcement,meme,hashtag,
 summary,minutes,transcript,literally,in italian,in german,in english,story,chapter,character,
 protagonist,heroine,scene,dialogue,translation,translate,translated,draft,poem,lyrics,haiku,
 limerick,screenplay,novel,tagline,caption,jingle,template,sentence,grammar,subject line,rewrite,
 paraphrase,summary of,essay,spelling,proofread,word,means,meaning,verb,noun,rhyme
NOTONLY: not just,not cheap,not the prettiest,not the lightest,not glamorous,not perfect,not mind,
 not need,not worry,not have to,no need,no more,not that
NEG: not,never,no,nor,neither,none,nobody,nothing,hardly,barely,scarcely,without,rarely,seldom,
 no one,no longer,cannot,nowhere,not even,not really,far from,anything but,nowhere near,
 not exactly,not quite
TOO: too,excessively,far too,a little too,more than you need,beyond
FLAW: loud,louder,noisy,noisier,heavy,heavier,expensive,pricey,pricier,costly,dearer,dear,bulky,
 bulkier,fragile,leak,squeak,slow,slower,stiff,thin,thinner,break,crack,tear,rust,wobble,creak,
 drain,overheat,burn,narrow,tight,short,shorter,small,smaller,big,bigger,large,larger,complicated,
 fiddly,clunky,dim,weaker,flicker,scratch,stain,smell,harsh,cramped,unstable,slippery,old,
 outdated,dated,basic
MERIT: quiet,quieter,quietest,silent,light,lighter,lightest,lightweight,waterproof,comfortable,
 comfy,cosy,durable,sturdy,robust,tough,warm,warmer,easy,easier,easiest,fast,faster,quick,compact,
 affordable,cheap,cheaper,cheapest,roomy,roomier,spacious,bright,brighter,sharp,sharper,precise,
 accurate,stable,steady,soft,softer,gentle,powerful,portable,foldable,washable,repairable,simple,
 simpler,fresh,freshly,smooth,clear,crisp,rich,painless,effortless,forgiving,grip,protect,breathe,
 flexible,generous,supportive,snug,bombproof,indestructible,bulletproof,free,replaceable,discount,
 saving
HAZARD: fire,hazard,lawsuit,defect,injury,safety notice,burns,choking,toxic,serial number,
 regulator,banned,breach,leaked,overheating
PERSON: colleague,neighbour,neighbor,sister,brother,teacher,doctor,coach,boss,dentist,instructor,
 trainer,uncle,aunt,cousin,flatmate,people,users,buyers,customers,experts,someone,somebody,
 everyone,everybody,others,anyone
KIN: dad,mum,mom,mother,father,wife,husband,partner,son,daughter,kid,kids,child,children,baby,
 toddler,dog,cat,puppy,grandmother,grandma,gran,nan,grandad,grandfather,granddad,parents,family,
 niece,nephew,teenager,girlfriend,boyfriend,guest,guests
THAN: than,over,instead of,rather than,unlike,versus,vs,compared with,in place of,as opposed to,
 other than,apart from,except,alternative to,replace,replacement for,in favour of,ahead of,
 more than,not the,instead
BUT: but,however,though,although,yet,except that,only,sadly,unfortunately,alas,nevertheless,
 nonetheless,still,even so,that said,despite,while,whereas,on the other hand,regardless,even if
SO: so,therefore,hence,thus,that is why,which is why,consequently,ergo,then,accordingly,
 which makes,that makes
BECAUSE: because,since,as,thanks to,given,for its
IF: if,unless,provided,assuming,as long as,in case,should you,whether,suppose,when,whenever,where
PAST: was,were,had,did,used to,been,formerly,previously,once was,back then,years ago,last year,
 ago,founded,launched,started,began,sponsored by,invented,introduced,earlier,yesterday
MAY: might,may,could,can
SHOULD: should,ought,have to,has to,need to,got to,want to
WOULD: would
WILL: will,shall,going to,won
QUESTION: what,which,who,whose,why,how,do you,did you,have you,are you,is it,does it,can you,
 would you,could you,shall i,should i,tell me,let me know,wondering,wonder,curious,asked,ask,
 question
YES: yes,absolutely,definitely,certainly,sure,of course,indeed,by all means,yep,clearly,easily,
 simply,honestly,frankly,really,truly,genuinely,happily,gladly,confidently,strongly,highly,warmly,
 heartily,wholeheartedly,personally,in my view,to my mind,if you ask me,i think,i believe,
 all things considered,on balance,overall,in short,bottom line,long story short,in a nutshell,
 short answer,quick answer,final answer,all in all,hence my
NOPE: nope,nah,sorry,afraid,i am afraid,unable,regrettably,not able
ALSO: also,as well,equally,additionally,another,alternative,alternatively,runner up,runner,second,
 second best,second choice,close second,backup,fallback,plan b,otherwise,failing that,
 honourable mention,just as,either,likewise,plus,in second,silver,a close,third,follow,
 followed by,still a
TWO: both,two,three,four,five,between,of the two,of the three,of these,of those,of them,of all,
 out of the,each,the other,the others,the rest,all three,those two,the former,the latter,
 candidates,options are,compare,comparison,comparing,shoot out,side by side,weigh up,
 having compared,choose between,torn between,contest,tie,draw
FIRST: 1st,firstly,number,rank,ranked,podium,medal
LIST: include,includes,including,such as,for example,for instance,e g,among,brands,makers,
 manufacturers,models,range,ranges,types,kinds,sorts,here are,here is,list,results,result,search,
 found,available,exist,on the market,sold by,made by,stock,stocked,stocks,carry,sell,sells,offer,
 offers,offered,come from,comes from,several,various,different,and others,etc,options,overview,
 table,catalogue,inventory,alphabetical,examples,appears,listed,come in
ACCESSORY: case for,cover for,filter for,replacement,spare,spare parts,charger for,strap for,
 bag for,cartridges for,refills for,accessory,accessories,fits the,works with,for your,stand for,
 parts,filters,lid,clone,knock off,imitation,dupe,lookalike,look alike,inspired by
FACT: cost,costs,price,priced,weigh,weighs,measure,measures,ship,ships,contain,contains,consist,
 based in,headquartered,company,brand,owned by,employ,capacity,volume,size,dimensions,spec,specs,
 specification,runs on,comes with,made of,made from,made in,version,released,edition,released in,
 material,colour,color,year,guarantee,warranty,retails,starts at,from,hold,holds,ingredients,
 watts,litres,grams,kilos,inches
SERVICE: refund,return,returns,invoice,delivery,parcel,tracking,customer service,account,password,
 subscription renews,payment,confirm,contact,repair,receipt,exchange,dispatch,dispatched,delayed,
 courier,booking,renewal,voucher
STEP: press,charge,clean,wash,descale,rinse,unplug,turn on,set up,setup,settings,step,steps,
 button,reset,screw,fold,dry,store,empty,refill,instructions,manual,assemble,click,tap,open the,
 switch off,switch it,remove,replace the,adjust,pour,fill,lower,raise
AD: sponsored,sponsor,ad,ads,advertising,advertiser,promoted,promotion,paid,affiliate,commission,
 disclosure,not my advice,not part of my answer,placement
NEED: need,want,look for,looking for,after,require,asked for,described,priority,matter,matters,
 important,care about,wanted,what you need,exactly what,what you want,what you asked for,
 what i would,what you are after,what you are looking for
GIFT: present,birthday,christmas,stocking,wedding
I: i,we,me,my,our,us,mine,myself
YOU: you,your,yourself
THEY: he,she,they,him,her,them,his,their,hers,theirs
IT: it,this,that,these,those,its,itself,this one,that one,the thing,one,ones
THERE: there,here
BE: is,are,be,am,being,seem,look,feel,prove,remain,stay,become,look like,looks like,sounds like
MAKE: make,makes,made,give,gives
HAVE: have,has,having,got
DO: do,does,done,doing
GO: go,goes,went,come,comes,came,put,set,run
FOR: for
WITH: with,by
AT: at,in,on,under,inside,into,within
OF: of
TO: to,towards,toward,FROM:
AND: and,&,+
OR: or
THE: the,a,an,any
VERY: very,so much,such,quite,pretty,more,even,just,all,much,far,every,exactly,particularly,
 especially
`;
