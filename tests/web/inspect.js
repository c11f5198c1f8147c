// What can be wrong with any page, in its own words.

// Everything that is read or read aloud.
function texts() {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, style, code, textarea')) found.push(walker.currentNode.data);
  for (const each of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]'))
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) found.push(each.getAttribute(name) ?? '');
  return found.map((text) => text.trim()).filter(Boolean);
}

// Whatever scrolls sideways, and whatever can be used but lies outside the window.
function sideways() {
  const found = [];
  const name = (each) => `${each.tagName.toLowerCase()}.${[...each.classList].join('.')} "${each.textContent.trim().slice(0, 30)}"`;
  if (document.scrollingElement.scrollWidth > innerWidth) found.push(`the page: ${document.scrollingElement.scrollWidth} px`);
  for (const each of document.querySelectorAll('body *:not(svg *)')) {
    const scrolls = ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
    if (scrolls && each.clientWidth && each.scrollWidth > each.clientWidth + 1 && !each.matches('textarea')) found.push(`${name(each)} scrolls: ${each.scrollWidth} > ${each.clientWidth}`);
  }
  for (const each of document.querySelectorAll('button, a[href], input, select')) {
    const box = each.getBoundingClientRect();
    const shown = box.width > 0 && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (shown && !each.closest('.skip') && (box.left < -1 || box.right > innerWidth + 1)) found.push(`${name(each)} is outside: ${Math.round(box.left)} to ${Math.round(box.right)}`);
  }
  return found;
}

// All that moves has come to rest.
async function rest() {
  const finite = (each) => each.effect?.getTiming().iterations !== Infinity;
  await Promise.all(document.getAnimations().filter(finite).map((each) => each.finished.catch(() => 0)));
}

// Nothing in the page has changed for a while: what was fetched is there, and laid out.
function quiet(ms = 150, most = 3000) {
  return new Promise((done) => {
    const end = () => (observer.disconnect(), requestAnimationFrame(done));
    let timer = setTimeout(end, ms);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    });
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(end, most);
  });
}

// Pictures that are neither hidden from those who listen, nor named for them.
function unnamed() {
  const told = (each) => each.closest('[aria-hidden=true]') || (each.role === 'img' && each.ariaLabel);
  return [...document.querySelectorAll('svg')].filter((each) => !told(each)).map((each) => each.outerHTML.slice(0, 160));
}

// Without the strokes of the cards, which are thousands and say nothing: a card is one image, or hidden (`unnamed`).
async function withoutStrokes(look) {
  const cards = [...document.querySelectorAll('svg.card')].map((card) => ({ card, strokes: new DocumentFragment() }));
  for (const { card, strokes } of cards) strokes.append(...card.childNodes);
  try {
    return await look();
  } finally {
    for (const { card, strokes } of cards) card.append(strokes);
  }
}

// Violations of the guidelines that keep somebody from using the page.
async function violations() {
  const result = await withoutStrokes(() => axe.run(document, { resultTypes: ['violations'] }));
  const grave = result.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}

Object.assign(window, { texts, sideways, rest, quiet, unnamed, violations });
