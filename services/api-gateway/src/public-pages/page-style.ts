/**
 * The one stylesheet of all public pages. Contrasts are 4.5 : 1 and more, in light and dark; nothing is said by colour alone.
 * Colours of the organization come from `colorsOf`, as `--brand`, `--on-brand`, `--light` and `--dark`.
 */
export const style = `:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#16181d;--soft:#5b6270;--line:#dfe2e8;--field:#868d9a;--accent:var(--light);--good:#14713f;--good-tint:#e7f6ed;--bad:#b3261e;--bad-tint:#fdeceb}
@media (prefers-color-scheme:dark){:root{--page:#0e0f12;--card:#181a1f;--ink:#f1f2f4;--soft:#a7adb9;--line:#2e323a;--field:#7a818f;--accent:var(--dark);--good:#6fd79c;--good-tint:#14291d;--bad:#ff9d95;--bad-tint:#331917}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,6vh,4.5rem) 1rem 1.5rem;-webkit-text-size-adjust:100%}
header,main,footer{width:100%;max-width:30rem}
header{display:flex;align-items:center;gap:.7rem;margin-bottom:1.1rem;padding:0 .3rem;font-weight:600;overflow-wrap:anywhere}
header img{display:block;max-height:3rem;max-width:14rem;object-fit:contain}
.tile{flex:none;display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:.65rem;background:var(--brand);color:var(--on-brand);border:1px solid var(--accent);font-weight:700}
main{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.5rem,6vw,2.4rem);box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px -12px rgb(0 0 0/.12)}
h1{font-size:1.55rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .8rem;overflow-wrap:anywhere;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere}main>:last-child,form>:last-child{margin-bottom:0}
a{color:var(--accent);text-underline-offset:.18em}
.icon{display:block;width:3rem;height:3rem;margin:0 0 1.1rem;padding:.7rem;border-radius:50%;color:var(--accent);background:var(--page)}
.icon.good{color:var(--good);background:var(--good-tint)}
.icon.bad{color:var(--bad);background:var(--bad-tint)}
svg{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.note{display:flex;gap:.7rem;align-items:flex-start;border-radius:.65rem;padding:.7rem .9rem;margin:0 0 1.2rem;outline-offset:2px}
.note svg{flex:none;width:1.2rem;height:1.2rem;margin-top:.18rem}
.note.good{background:var(--good-tint);color:var(--good)}.note.bad{background:var(--bad-tint);color:var(--bad)}
.topics{list-style:none;margin:0 0 1.3rem;padding:0}
.topics li{display:flex;gap:.6rem;padding:.2rem 0;overflow-wrap:anywhere}
.topics svg{flex:none;width:1.1rem;height:1.1rem;margin-top:.22rem;color:var(--accent)}
h2{font-size:1.1rem;line-height:1.3;margin:1.6rem 0 .6rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1rem;margin:0 0 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.steps{list-style:none;margin:0 0 1rem;padding:0}.steps li{border-top:1px solid var(--line);padding:.55rem 0;overflow-wrap:anywhere}
pre{margin:0 0 1rem;font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
fieldset{border:0;margin:0 0 1.5rem;padding:0;min-width:0}legend{padding:0;margin-bottom:.5rem;color:var(--soft)}
.choice{display:flex;gap:.85rem;align-items:flex-start;border-top:1px solid var(--line);overflow-wrap:anywhere}
.choice:last-child{border-bottom:1px solid var(--line)}
.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.95rem 0;accent-color:var(--accent)}
.choice label{flex:1;padding:.8rem 0;cursor:pointer}
small{display:block;color:var(--soft);font-size:.9rem}
.field{display:block;margin:0 0 1rem;font-weight:500}
.field input{display:block;width:100%;margin-top:.35rem;padding:.7rem .85rem;font:inherit;font-weight:400;color:var(--ink);background:var(--card);border:1px solid var(--field);border-radius:.6rem}
.field input[aria-invalid]{border-color:var(--bad);border-width:2px}
.away{position:absolute;left:-100vw}
button{display:block;width:100%;min-height:2.9rem;margin:0 0 .7rem;padding:.65rem 1.2rem;font:inherit;font-weight:600;background:var(--brand);color:var(--on-brand);border:1px solid var(--accent);border-radius:.6rem;cursor:pointer}
button:hover{filter:brightness(1.08)}
button.second{background:transparent;color:var(--ink);border-color:var(--field)}button.second:hover{background:var(--page);filter:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[tabindex="-1"]:focus-visible{outline:0}
footer{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;justify-content:center;margin-top:1.3rem;font-size:.875rem;color:var(--soft)}
footer a{color:inherit}
form+form,form+p,p+form{margin-top:1rem}
.ways{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;margin:1.2rem 0 0}
@media (forced-colors:active){.tile,.icon,.note{border:1px solid}}`;
