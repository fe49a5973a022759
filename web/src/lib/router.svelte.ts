// Where we are: the path of the address and what stands after its #, and nothing else.
export const place = $state({ path: location.pathname, hash: location.hash });

function look(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

addEventListener("popstate", look);
addEventListener("hashchange", look);

export function go(path: string, replace = false): void {
  const before = location.pathname;
  // A table's guard (back.ts) is nowhere to come back to.
  const guard = (history.state as { guard?: boolean } | null)?.guard;
  if (replace || guard) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  look();
  if (location.pathname !== before) scrollTo(0, 0);
}

/** Links inside the app change the place without loading anything. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.origin !== location.origin || link.hasAttribute("download") || link.target) return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
