// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 34743,
  "positive": 13534,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 32036,
      "positive": 13254
    },
    {
      "source": "banking77",
      "license": "CC BY 4.0",
      "turns": 183,
      "positive": 0
    },
    {
      "source": "clinc150",
      "license": "CC BY 3.0",
      "turns": 787,
      "positive": 0
    },
    {
      "source": "contrast_templates",
      "license": "MIT (phrases: WANDS) / authored",
      "turns": 579,
      "positive": 47
    },
    {
      "source": "counselchat",
      "license": "MIT",
      "turns": 176,
      "positive": 176
    },
    {
      "source": "hwu64",
      "license": "CC BY 4.0",
      "turns": 235,
      "positive": 0
    },
    {
      "source": "ikat2023",
      "license": "MIT",
      "turns": 200,
      "positive": 57
    },
    {
      "source": "self_instruct",
      "license": "Apache-2.0",
      "turns": 213,
      "positive": 0
    },
    {
      "source": "webshop",
      "license": "MIT",
      "turns": 334,
      "positive": 0
    }
  ],
  "options": {
    "bits": 18,
    "seed": 1,
    "epochs": 30,
    "rate": 0.05,
    "decay": 0.05,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 4800,
    "steps": 5
  },
  "writtenSha256": "16ddcd0b854d67a8b8c0a00b90a48b607d31bd58269bc49df78bf8d67ed254aa",
  "featuresSha256": "b62ed909e3993f2cb22dadb63ccd00a63840a55117da06a9f0de024fb24ef51f",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "dd990dcf6fd2d31800a71de1fec0e0da6b08c3da183ded333c65bdb12b08c86b"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -4,
  threshold: 2,
  scale: 0.311124,
  bits: 18,
  weights: "~Xy/b0Zy)byVy-Z=Zz(ay,Xx;V5Xy<ax(Wy8W#Wy/ZWy'Wx0W>a4Zx'Xx$Wz1a,Z)Z0ay5by&V(W(X5a|&bx&Zz.a~x6b5WZx:a?b~y.a{%a>b;X3ay<Wx#Xx6Xz?ay&Z}(Z)Z&b9X@Wx&Wy4b@WyW*a7Z~z(b=Zx(V:a%W,Xx'az4X(ax2a'V5W(X%Zy(Zx6ax+Wz;b)ay0Wx7a5Z<ax-b(a9aa-W5Z$Xy<Z.W1Zx3X~x(W*b0a&W5Z<Wz9Wx8a|bz=ax+a/Z:V2Zx6c{#Xx8X*Zx0Zx>Z2a~x+WW{-VW%ax4bx;W{&a1W>W%Z#Wx8W~<az-ay#a#Z{)b6ay6Xb)ay'W.b/a=Zy&a0b/ay8W1Xz<b@V=Wy=Zx6Z6Zx>Zx:Xz?W@W-b&a#b)Xy>ax0Xx-az3Zx*W;W&X3a6a;b~#Z{.Zx)X%b;bx?a~&b|+bx4V&ay1Z*Z#Vx+a#b8Zy<Z>ay;V=by7b8Zx;a{;X|&Z8Z.Z6a)X{+b~#ax?Zx4ay:Zy2Z;Z2b~{$ay$ax&W7ay)a=Vx&Xy.a{6W.W=Z@a|Wy<Vy5Wz?ax#by8Wz'ay9b#Wx2a7W6X7Wx1a{=Xx-Wy%ax/az1Z+b#b8X>X~x/X|5W{1W0V=Wx'b$a.Z=Xx$b.Xy/bz<bx,W(a{9W:by:Z)Z}Xx#a~{1a(X(W6Zz#Zy;X|*Z<Xz4Zx=ax+Wx$a;W{%Z8Xx#b;X'aWx7X)a#a8W2Z}=Wy.Z.ax.W*X+Zx<b&a4a(bz8Zz+a#ax8Wy5Z}?Wz/Xz4Zz2ayZ8X~+ax#Xx7ay1Zz2a&ax0a/Wy,Xx*b5abx$aWy*Zx;a|<a5b6Xx<a4a%X,ax;W&Zy.Xz3Zx?a+W@c5b{4a)Zx$ax;a$c|+Z|$az,Zy9a5ax%ay(Zy0ay$b{%ax2Zx7Z8Z1Xx>Wx&a<Zy+Vx#Z{&a3Wx8Z9ax2Zy%Z$b9W8a(Zx7Zx7Wz#Zx$Z@ax3X>Z6Wx7a,b'Zy9aW)Vx>Z3Z/b@bx2Wz2W{/Wy2a}(a,a=X|Za+a4ax3Xx)W{?a?Wx<Z~x2V~x<X%Z*W%Zx2W'b5a5Zy;a:Wx>W&X.a=V2W{;b7az(a|.X'Wx.Z=X|&Z8b|4Z1ay5ay=W{&Z.Z|$ax9W{?a0Zz,cx:b$Xx<a{5a{ax+X;W5Wx,a$Z=ay/W#Zx*a%Zy'ax%W/X9cx=Vx5X#Wy:a*Wx'Wx,Wy&a?a9ax1Z8d#bz)Xx(Z%Zx&Xx*ax2Xx1Wy.ay8a}.a5ax8Xz(W%V*Z{0Zx0Zy+az%a.a:bWx2Xx,W&b,a1ax&Z/Wz/WzWy?a#X8Xy1by8W~z2Vy4Zy,X~.X{%c}.Z?Xx=Wx,Zy2Wy+ZzWz?bx)a|.a{9Xz'b?a/bx#W%W=Zx'ax)bz,Zy+W|,Xz>a&c<a{:ay-Wy1ZyZz$b$ax1a1az(ax0a~x8Z&W2Xz:ax:Xx#ay=a/a$Zx/Wx1W/Zx<Wx5W.b8ax5Z#Xx)a{#b&ay5Zy,Zx(Zy*a&V3Xx?X|=Xx6Vx(a{+W}7Xya#a{4Z-bx?W0Zx.Zz/az)Zx2bz0ay(Xy'b*a8Xx.ax1bx8ax4ay=ax2a}#Xz?X9Vx3Wy%Wy7Xx:W}Wx'W2Wz/Xz9a?a$W%Wy3X>a*X7Z1X%bx;ax2X?ZXx7Z5Z{%X2Zx9cy1V=bx:bx2az-a?Zx,Z0W0Z9ay%aby1V{&Xy*d:V{-a>az&ax2W-W5a/WXy(Zx,Zz.a{9a{1Z|2bz5b*a{a&a:X-Wy?Z{?ay?a{4a3a{8Wx?Wx$X~x'Wy#a0X*b~%bx3ax&X5a.X}/Xx&Vx,a+aa0a~2by3Zy#W3dx4Z.Z5a?ax*bx2Wz0Z<Wx9Wx1a,W3ax(a)b?ax&az,Xz,V'W1a&a$Xx&Zx$Z.az)Wy3b$b{)X{%ay%a%Z8Zx?Z*a7Wx+ay1by9Z,W:Wx=a{-Z6X'Vy5Zy4W6W+X#a1W2Z{%az7bz>Xx<W6W{8Xx#Xx9a0Wx(W/ay<a{=Z%a|#Xy2X)bW-Xx-ax5Wy7Z/Xx%a,ax*a})b2a{8by9Z{*W4by;X~)a&X|/Xz$Zy,V{&Wy'a'W{ax2a(Xx1W@a)ax9Z}.Xx&ax,X}$a@b0bx5Zy7V3Wx5Xy.X-Z#az(az1a/X6a;Z2a#Z:a)Wy=X{)a<a3b4ax1b.a(W+aay$Wz$ax$W<W{0b9bx(ax8a}4az2a9V(az/abx&b.ay*ax>X)ax#b@a(V#V*a5Xx.b4Zz1Xx?Wz(Xx.Xx=ZX{>X-X<bx=a$Xy;Zz9ax#b{<Xx(b4Z>W|+V7Wx)V5ax2W9a7a>Z/a{<a{Zy=a:b:ax*az5b$ay0a3ay?W>a&Xz1Vx:Xz+ax-Zx'ay*a{6X#X)X{=a%a3Zc{+az?Z~y:Xy.a'X%az,b#Vx*Z~{2Xz0b~y,W{,W9Z{&bz?Wx+Wz&az>a.W6a>W3Z+Zx&az'ax>Wy%X.ay#Xy(a5Z|/Z@ay$a(b>ax,cy&Z+b.X<Z<a+W/b0bx&a.Z)Wx+W{)XXx5a)Xy?X/V%a)Z6ax)b-az?ay6a$W0Zy?az'X3Zx1Xz=by3Wy#W0b'V?Z6a)X7Wx$d~*ax*aXy$W#ax;X&X5a%b3a/W&Z~%X&Z7Zy:b/Zy?Zx#Wy.a{1a9Xy6Z.Wx:W,by0ax.Zx/Xz*W{2Zy=bx<a}6a|)XyWx7az(X2ax)ax7ax;a-a@Zy?b{5Wx*W5Xx&ax&Wx4a/V{'a>bx2b~y6a>a>ay:Z0Z(ax;Z;W{8azb&W{#W;ax*Zy(Wx9ax.a|3Wy*a@Zz;Zx4Xy(b{8W{9b(Vy1a?a{.Wx*Xx3W;W/b}2aa*ax8W5a}?a{(Zx0Z(X4Z&a{*b|*X/Zx/bx%ay4Z|ax8ax+W+b+Zx>b/a2Xx?ax?ay*X(Zx8b{3X:Zz0c{%ay(a,Xy=X7a~=V5bz)V7Zz-az9a|0az/Vx9Zz7Zz?a~x8Z<ax/a6a8Z4X9W?Z~*Wx)a>X9V~*ay6bx&W~0Z|8Z?a.Z1b%Vx:a|+b8Xx<a{'ax(Wx$a3Z9ax7X3a*ax(Z|2Xx>Zy/Zy.X9W{+a~z.Zz,a0Xx:b+X9b1W%W:Z7Z3Zz*b'ax#Z-Xx+W#Zx1Zx.Z{%Wx'Wy<a:a3bx+Zy,Z&b>ax/W$Zx-X{,Z~x0Zx8a5ay&Zz$W,Xx/Z)X*W,ay1Wx6Zx.W|>a@Z?a~x%Zx'X|;W8bz=ax,ay$Zx#Wx8Zx;cx?X.Wx0bx'Z$ax/Zx:X'W)X,a#W2a&a+X0a8Zy%Vy2ax7W=b0Wx(Zx%Z|)Xy:ax9Wx&X5W~y4Z9az#X{.az5bx&Xx+b~<X)b|)ax0a2b+Wx*Zx3aaz=X'Zx-a-a3Wx'ay-Xx9Xz.Wx,Zz6a$X;Wx7a{/b,a=a@az/V*a:Xx8Wx%X{5Zz3X{(a1Zz/bx0ax3Zy;W}.X<Zx<ax.ax,W2W.Xz*a(bzZ8bx9b'W2ax(X5V;a3W8Wy/a%a?Wy+a&by.Xy3X8W*c2Z1Zx*by1bx:a|*XX>W;bz7Xx#Z)a|2bz?ax>Wx*Zx$az/b{8b?bx2b'a7X<ax:a~8ax#a1Z'a7Wy-b{9Xx$V)Xx$V1a2Z&b{&W0ay.W2Xz1Vx:W)Wz(Xx?a/a~|+bx=Wx(ax$a{*Xa9b{Xx,ax<W*ax>Z&a<W&W>Wx=Z=az'a}>Xx4ax)Zx$V#a*Wy)a4Wx7a~&W{ay5Zx?Z/b,Z(V4bx>X-X/a(a9a?Zy1W~y&W<Z{=Zz&bx(V9Zy5az)WZy+X~.ay0Xy7cx%Wy<W-Zz)b*a+Zx0Zz3a|0ay.a,W+by)Wz(W.Z(ax+ay-a|$a&Zx%X$a0a1byW)Wz/Z;ax&Z?aWy6X<a{*a>Zz1ax6Zx0W0a6W/b*a|*ax1ax2Xy*b(b#W>Xx%ay%Vz9Z#W|5W{9Wx1Z;ay.W0bx6b+ay(ay(a:X&ax(a|;Z;aa|*Zy=bx.ay;a7a6bz:Xz,Xz&X~x5a.a)a5ay<ay9Zx#ay7ax.a{<Zx:Wx$W)W~x*ax'Z7a|>Xy?b:Zx8Vy(Z)W~7Z$a0Z5ax3ay0Xx#Zx#a4az)by5ay1ax7V2ax#b|=Z%W@a>V{$Zx<W+W.W+b{,Z}:ay1ay#a;a%Wx=b|,Z|%Zz/ax5Wx3Z:Zx(az+a0Z|5Xy9by8X};ax&Xx8az2Vz9X'W3Z~:a:b<ax$b/X5W(Vx'a{,a|>a<a1W*X8W{'Z1a4b{/a1a@Z.ax$X3ax2Wx4Xx>a%Zb;Z|6Zx>ax8a7W:Xz$Xy:b#Wx(Wx*ay(W%X#Wz3ay/X7ay2W~z:by=Zx:X?Zx4b{%Z4Z6Xy#Wz1az'bz'ax6X-b(bx#Xya$a:a-W|2X,Zy;a,b.Z~|(X%az%az4by/bx8b=a,W0W{'a}/Wx+X;Zx/a2W0Wz#Wx$a}.Wy2W/b'Z5W/az:W*Xx<b{)by9bx0ay+b+a6W@Zz,X0aW#Z|5Zx=ax.X1Z=a7Z@bx<X4Z,ay&b:Zz*a1W2az8ax0X%a&ax:X~x-ay;X(bz-a6a/a&Z+c|.WZ|5ax(W8a*V|,ay&cy+Xy;Z6Wx.bx-Zz2V4ax#az(a7Zz*Zx2Xz&cy=W#W(Zx'bx&Z.X2Z+V3W2Wy0X~x'Wz$Z6a<Z{$W(Xx2W|3V:Z;Z)Wx;W-X9b+Wy/ax-b9b;X&X~{&ax<ay<a3W2X'Vx,az-ax-V-W{;ay+a$Z-a6Zy:Wx0Vz9a=b{2Wy&X/bx8a+V{6a%Zx-bx%Wy-a>X5Zx2Wy>a8Wx8ax/Z)Wy*ax1Xy,W?X9bz1Z(ax8az&X{*V&Xay>ax8ax(Z;Xy6a+Wy%bx9a{.ax8ax4X$Z7aza(ay(Zx#W~y3W.bx7W~?ay9Wz*Zx1b{/a<X#X3Xz1a-Vy.Z%ay0Z2Xx.Wy1a9ay%Z0b(a1by9a$W|4Xy'Z)b{<Xy8Z9ax2ay+Xy*a%X-W<b1bx5X{?a*X|(b?a0W4aW&b2b1Wx:W/Zz7Wb3X{(b$Xy,a{?by,ay4X*ay=Xx=b@X7a%bx&cx2b.a%W#W*Zx(X@Xz-a-ay8Zy,Z9Z#a-Wz%Zy6b{&W>az%Wy$az'X;W>b>Xz4ax5X:ay#a>Z{#Zx&Zy'Wx*b~3Xy'Wz/ax>a$Z0a+a|>Wx6a9W:Vx1X-b<W,W6Xx*Z%Xx$W%W$Zz'ax.bx$Wy=a&Z;a{9ax4a(ax$bx'b,Z{0ay?ax&by%Zz9Zx2X|3Z>Wx/W|#Xx2Wy+Z7W.Wz&W8ax8Zax#Xz?W)W;b'Wx&Wz2W*Xx=ax#Wx.Z?Wx:Vx%Z<c&Xz)bx1V*ax-Wx4b@Z|/a|+Wx/by#Zx1Wy2a2X+b;Zy,V)b{0a;Zy*ay:Xx8b4Wx0W{/Wx$ax*Wy&a/ay*a~%cz7b-ax8W6Zy2a:a#Wy8a&Z<a{<a6Wy8by3Xx'a,X2bz'Wz;Wx<a2W+a%W4a+X3X%Vx6Z'Z2a~{,Xz1W(W:W{3X,Xx>ay(Za6Z+ax5ax'b2a,a$Vx*Zx1ay6a|+b.Zz$az0Z=Xz$W(Zy;Xx1by.Wy%Z,aya>Z.a$a;Z{)W|/a7a&b=a(Xx<X{)Z4Z%b*X#a&ay'Z(a&Wy$Xx0Z<b'Xx+a:a;a9Zz4Xx9a1X~x9X{(Zx2Zx*ax8Xx,Xx(Wz9Z'W~5Z-az(a|+b>ax$az.by:Z<W3Xx2Wy8Zx:X*X{/X2X/Wy>X#Zx>Wz&Zz,ay=ax&X4b,bz3Wx>bz)Z#Z0bx,b)a2by7bx7Z'bx-a|$W{2Z|&ax7ax$W#Zx$X}a1Z{3Z~x>az%Z?Zy&W1ax>ax/X3W{&b8Xx6Xz*Z{4Zx8W/ax/ax&X3W|(Xx)Zx*X|-b$Xy+bx+X6b}8a2ax'bx2W6ay8Wy$Zz7Xx.b6ay&Z+Zx7Xy&c>W*V<Wz(ax(V2a}&ay0az+a{*Z}#a1Wx3Wx=bx>W2Z9ay%Zx1Vx-W'a9by0ax&X*ZZy?Xx.ax6Wx,W~,W/X5XyWx,Zx;b}/Xy6Wx&a9Zx#W#b#ay>X*V(a9ay$Xz,Zy7bz?ay)W}<by3W'ay,a6V?a;Z-Wx'Z#a(az)W8ay.Z,Z{+Zy+a5Wy#W8X|>W4a+W~<Xx$bx)X1Xx%V&b(W4X{>ax6Zy2Z|'Xy5X8a0Xx#Vy<Zx>cz>X3b},Z{#ax*a>b{+Wx6ax?Z~>Wx#b1Z2by5ay0a{#W*Xx9W.ax8Zx%a5Xx?ay3a(ax3a6a{)az?W%a5ax#az6Wx9Vy#Xz=a~~y2by3Z%bz4a3W3bx.Wy(ax5a.ax(bz6Xx0Xy=ax6Xy0Z}2ZW~x'Zz:Zx=a2W=a}$b(a'ay9Z;Xx%Z(a0Wy>bx.a(c<bx$Z:Zx1ayZ*a$Wx-a<Z{;Zy=W{0W4b~6Wx1ay8W'X3W~z;a=b4a3a/ax2W+a{.Z&bx%a;a{Vy:az4Wz(Zx+Xx'bx8Zx)ay&W~x%X$a}4a=Zy/W$Z@Wx7ay-a1ay+ax:Z1az?a=a0b*Xz8Xx.Z{4bx5Z@W*ax<X~=Z:W{(bx3ay'Vz0X(XXz3ay;b8b@Xx3Z|3ax:Z~)a}=Z=Wz&ax;Xx-Zy)a5X'a3Xx=a-W&Z5b{'X#a8Xx6Waz<W6Z1ay)a(Wx$W.a5a'X~x8bx/Wx-a4bx(X|?ax'Xy-Wx-ax%Vy,Zy<ay2Wyb=b)Zx6Wx$Z}?Z{;X|>ay/Vx&ax4X0az5Z/ay2b{$a}-W)W)Zx2Wz6Z@b6W{*Vz1ZXx'a#Zy+Z.Zz>Zx8Z(a{3V$a-a>Wx.Wy/Zx2Zz(az+bZy1Wy6ax7c;Xz(Zz&Xz9a;V=a<Zy$X}9b<Wx:Zy$a6b)W~&Z=Wx3Wx(Xz#a6Xx%ax4a,W+W1a2ay3az9X}3Wy<ay>by;a|%V$a,Xx1a|a4a9Xy-a,ayZx*W>bx)W,Zz8Xz5X8ax7ay3X{'Z1X@X(Zy<Wx;by6X$ax%a#a0Zy,a@Z0W.a9Zx#Zx:Xy/ax#Z'Wx3W4a&Z;X8a{:ay9Wx)b=Xx+Xx.a+Z-aax.az.Xy;X.by7W|b#Wy.ax'W-a{%Xx$a4Zx?a<Vx#X3Xy1V3ay*b9ay*Vy,ax)Zy+ax4a7Xx%Zy#X>a4bx:Wz4Xx(X+a(V{/Z>Z(Wx:ax5Wz2ax(a>a)ay,Vx&ay/Z{.ax'V3Wz;U,X$Zz'by>a{:Xz$b{1Wx$Wx/b~x8by9Wx6Zx>Wz(Z*bx<a;a$V)az6Zy:Z@Xy3W|5X)Zx9ax(Xx+Xx-ay+ay4ay0a&Xx1bx*Vx'ax9Wy9Z#Xx;Xy8a&Z:Z<b9bx?Z~/az=Zx-a8a{*W{1ax%X-ay(Z%b%WyWy1X4W9Wy4W.W'Xx8Wy1a4Z|7X0a4a?a7W)W(a$V3az,a:ax?a~x(b2Wx4Zx,WW(Wy0Z(Vx%Zz6Wy6Wz2ax,Z+a$a|>Z.a6bx#c*a,Z:b~x.X5b/aWy:Vbx<Wx)W3Xy&X7ax.Vy5b(W5W>Zx$b{>a{7W<b)Vx=Zx2az,Xx/b6Xx/a8Xx-W%by<bx/V.a:Xx#W<a|3a$b;Xy>ay(by.Wy4a}7V#b/Wx5az1Wz+Wz.Z'az8bx>Wx-Z|7ay4Wy=W|=ay*Wx9X~x3X~*b%Wy%Zy)bx;W}(X-Zx2Wz1a/Zx2Wx:Zz1b~x+Zx;ay6Wy4bx3X|2Zz+Vx6Zx)W:a@WZy1X})a#bx.Xy(Z>b9az)X}<Xx(Xz,az*a:Zz'Zax;Z4a@W&W&Z{-Z2ay6Zx&a.W*W{:Wx1V7W'Zx,by2bx8a3b{8a{;Vz(Zy-Xz'Xz.b&Z~{*Zbx*Xx#ax9ax8V;V$a{)b|.Zz?Wx'by:W6a1Zx&ay-V&X|5bx.Z%Zx1W}=W{#Zy>a~4W~y9Z<X~9b<Zz+a~x6W%a2Z,b:X+V0W|)a(Xz:Wy9a4a{'a|.a%Z=Wx:W)a#a%ax&bx+bx'a)Z+ay3b{*X-Wx&a(Xx1az'X1X{6Wx9Xz+ax2ay1X3Z6a.Z$a{?ax#bz9Vx3Zy)Z2Xy5a'Zx'a'a{-V5Xx*ax8Z0Z6b}'X#a6Zx5a1X.Z#a6b{<by1b{#Z$bx0Zy2Z|*a6Zz,Z|/W:by'a<b{$b*Wx'Wy#b&ax4Wx9V{/a:Zz%Wyb{$Zy2b}a|6aXx6a'ZzX:a}7b(Zx=W=a9W=X2Z9az/WWy;a~:W(a?az9V?a-bx,W1ax8az5X/Xy$Xx(ax#az.a=a=a:az,bx(a(X*ax2ay'a>V7Z*Xy/X}(bx7Z5Wx;X-a5Zx3X$Xz4ax0W%X'b}%Zx(b,X|7Xy7bzax*b,Xz5a8Zx3W<V~5a;Z{+bx*Xz/Xx2Z}.az6Z5Wz#Zx#V=b{:ax8V#Z{/ay-a1Wz<ay-Wz#Xy8Wx=Xy>Wy)ay9Z'aay&X5by(Zz=W8ax.Zz<Zx2W*a,Wy'Wx:ay#b|8Xx9Vy+a|0Vx2a$b~}.a7a{3W$X{)Zx=a%ay;Z~~y*V{?a2a4ax2Zx)ax$ax)Vx-a{5Zx8X|#b~y'a}=Wz8X%Zx:W$a1ax(a/Zz#X+Z.bx)Xy$Xx-by)W/W,X:Z&a.a2a4a&W{(Z*X5Xy'az>b-W;V6Z~x9bx;ay'Z{/c$ax9a{b~z'Xz/Xx&bx1Zy#V4Zz0X.a0Zy7a}W.Z?W;X~x%a:a+Wx#Zx.a=bx)by;V&a;WyWx-X$a~z8a6Wbz)Wx6Zz-X7a+a{8bx(W1Vz$ax%V2a&b0a5a%ay2ax>Z{8a5X{0X#Z|/b5Xy9a8Z$Xx<az4Z$az&by:Z+bz&Xz3a*Xy0W'Wz+bz&ay0ay/W*V,Zy1Wx,Z{=Wx8Zz(Z=X2W-Wx*Xy$W:cy;X#Xz7a#V{?X}$Zx*Z0Wz3Z}5a*Zx>X{=Zz:aV,X#W$b{.Z<b@W+Zy*X+bx?a%Z@a|.ay*X)Z/X~y7Zz*bx*X{,a{(b0a5Zx3W'Z4a+bx:X7Zy1W'X2V$bz1V-b~z7a7bW.Xx4Xz8a4X'a5X.V5bx?Wx>bz-Xx(X1Xx>b8Zz6Z#XX,a{1by(a,b9W)V,ax:a;W4ax'Zy-ax(a~5Xx'a{'c7Xx$ax&ax'b.a6bx$a=ay?ax0Wx&b$a~<W#X)az$X~y(b7ax7Z)bx$Zx4Z4Z9W8ax#ax8az*b{(ay7b6a:Z5Wx:aZ3Zx4Z-W2Vx8ay.Xx-W4ax=b;Z,az=Zz8a)a}'X6Z:Wx:Z{'a-by5Wx3az+Z/bx>ay7a(Zx-Wy,Z.Z)Xx(a'Xx,Zx'Zx>a7W%Wy=ax7a}Z%Wx'a,X+Xy4ay8Zx9b5X'Wx:Z6Wx2bx:a{5Zy#W&Z7b~$Xz<X4Wx2X+a+Xz:b+a}<a'X{2Zy%a5Vx>b0Xx#W/ay=Wz>X%X?X/W-b<a-ax&Zz5Xx6by2a|=ax.Z6b{#Wx/Z;a0Xx)W|Zy3Zy(a*X{2a;V|%W(W>b2a{$a>bx=bx<bx9b}-Xx-W|6W{>by'ax.V?a{Z|(Xx/Xy2Xy.W;Xx$Xy%a~{1baz%a&X8Z|3dx8Wy'Z~z$Xzb%X,Zy&Xz&Z{-a*ax&a~}8Xx0ay5WzXy%az+Z7Z'X}'Z)b.ay8by'Z/Z/Xz)Wz<az=W2Zz2a1b0a)Wy+Zx1Z|4Vz4Wx-Zz=Z.X1W:Z&a%W=Z{=Xy,X(b%Xx&ay*Wx<bx+a0by9b+Zz;ay9ax/X?Zy:ay%b(b=Vy7W6X&bx,cx0W{-ay0b,Xx3a|0Z/Z#Z|<bz,ax*Wx:Vx'ax1ax-a%Wx?Wy&Wx(a}=W7Wx:a2Zz2bx6b(Xx+Z{X,a|bV{1ay$a9a=Z*Zy;by.Xx,a{$Wx%Xx%Wx2ay.Z6Zx2aZ5Vx&Wy/c0b$X~6Zy'Wy:ax.W$X*Z/V#a(Z7ZWx-Wz&Z7Wx7a)a&Wy(b)W/Zz1b;X,Wy#W.W&Zx<X<b2W=Wy&a%b~3ay+Z-az0Wy>Wz?ax:a{+W/Xx,X:W/a$b1Xy,Vy'V#Wy#a(ax?a%W*W4a#Z>ay7Wx-W;b9c#Xx.Xz+Zy(Wy.W>a5X~z8ax3a=Wx9V{0b3a+Zz)W}.W{>Zx7Vy=Vy%c:az:Z-a8Xx4W|3Wx.b<ax0Zy:Xx.Zx&W1Z0Zy7ax?b9a,W;b*Z=X.ay&ax1Z{,Z*Xx&W{?Wx+a/Z<X.ay#a5Zy7bx#W+Xx+b+Wx?Zy-X/b#Wz.Z-X%a{8b>a:W.by*a|$bx-a<W:Zx2a@W@W>XycyZXy%W/XyX1a0a,Z7Wx#b%W-az4b|7a5ZyZ>Z:W%Z7Z%Xx$Xx:b0Wy=ax/W$Xx=Xy'a:a{#b|1Xy/Zx.X{+Zy.V<Zy0Xx<W/ax:Z0Z0aa<Zx$W9a6az:Xz4a$ax,Wy2by:Wy)az=Z{2ax#Zx$X3a{4X6a$a(Vx<X1Z*a&a{Zy=Xy1W:Xx(ax%W(W-a$a,a(Zx)b&W=Vy7Zx4W)a{.Wy=b/bx?W2W#Xy,X@ax4az8az4a-Zz'Z(a/XW~{a0bz<Xx,a<Xx;a|1a{#WWz6a|6ay;W{(Z:cx9Wx5W>bz+Z0X;W6ax0a9a|$Xx<a$by?Wy/Zx.X{#WX{#Wx?W&Z3Z=W|8W%Xy$b)b{/ax3W$ay&bz,a4b$Wx#Z#W1a<Wy;b{4a}=ax-Z,Zx,b8V5Z6a+Wy,b0X-azb3a4a/az7a=cx&W~#ax<Wx:ay&Vx3Xz#Vy,Vz,Wx0bx4a{(Z=WZz2ay7bZy'ay+a.a|2bx$Xx8b@a@a$a%bz%ax>Z%a>X0Z5bx*a}?ax7W-Z'ax;bz+X#Zx#W(X{5X}7V9Z2ay6Z#b~3X+az-Xx7Zx6X.Vy<X+Z(V$W8a6X1a/Xx7Wy/a~2Z7Vx'Wy0Xz)a-Vx&W>X-ax)Zy(bx3Z,a2X*ay*bz9a3Wy3a{:W%Z/b|-X{+ay5a'Wx'Vx:a7Z1Z{6Z,Xx>W/X'a4a{9b*ay*Xx4Wz-ay9by-W-b'a7ax5b.Xx&az9Wy8a}:Xy6X;ZZx:Vx%Z,W&Z~x,Wy7Zx=V9az<W;Wx4Wz=X<ax2bz)b|+a5a=X{,Z-X;Xx5W5ZzV~y5b0Z}+Zz0Zz3Z+X.ax,a{'Z.a{=by4Zy*a+ax1X<az)WX>Wx4W}4a}1Z}9a<Z)a$a|(az9Z|/Wy6Zx;W$a)Zz2Z{+Z#az(Zz+Wy%X,Zx)Z*W3V4by3Z>bx.a1Wx1W{b:ax$ax&a%bx9az-Zx*V1Wy/az>Zy0Vy)Xy,W{?V,by-X<W8a3X{;ax=bx:Xy8bx=Zx+W5Wx0Xx'Z~y8Z*Z%Wx/by9Wy&ax-Wx*ax2Wy/W|'W<bx/W<Xx:ax6Xy'X:Z.ay>W{'W*a%Xz-V1Wz+b{2Wz(ax,Wz9a~z;b'Zx'W$Vx:by6Zy%a'a>a=Zy#X5W{6ay6Wy'Wx3ay8Zy'ax,b,Zx9a*Z4ax*W,bx*a#ax7V$a/a*X2Zx?by;ax*bx*Wy5Vyb4bx3Zx-a*W1a{Vy'Wy(Z/ax#a0a$a3a*Z.Xy2bx*a|1a-Vx6a$aax3Zy'ay6Xx+bz3W%Z2Zy#ax0Zx(b&a~/az.bz#X'a$X(Vy9Zy+a&Xy(Wz#b3a{4X2ay*a:az.a<a<a1Z(W(Zz&Zz&Zx%W-W}9bx:Wx3Zz:a}*X<ay1by1b3ax0Zz1X5a#Z(Z{=Xy1W|5a;Wx3W{.b0b:az%Z;W;a{(Zy'az7by:azZ}$WyXz=a9W2Wz.ax(X{8Z{8a:Z1Xz4Z?ax/W&Z0Zz%a)a<Xz%W|;a1b7bx3Zx&az/X|1Zy=Xx/Xy/by.Xx$c+b#a*ay0a*ax,Xz(ay$a4Zx'a'a&Z/Xx?X{2a}0Xz(ax/ax2ay=W7cx;Vy)W+Zy8dW7W*a'a{7ax?b/Vx?Wz$a$Xx4ax;Zy&X0Zy7X6bx=ay0a3Wy?Zy&Vx(by$a1W4a.Zx6Zx#Vx2Wx7bx)X:ay2ax4Z|.a%b{3a/Xz*Z(ay9W-Xx(X{.Z,V{-Wy;ax.ayZy;Wx*ax3a;Wy*ZWy1b,Z~|5Zy%Vx%a#Z},Zx;W@a<Wz+Z{(W}*Z9ax(bXx>Wx.bx*W~~>",
} as const;
