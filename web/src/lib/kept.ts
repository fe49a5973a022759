// What stays on this device: in its storage if it has one, else until the page goes.
const meanwhile = new Map<string, string>();

function store(lasting: boolean): Storage {
  return lasting ? localStorage : sessionStorage;
}

export function kept<T>(key: string, lasting = true): T | null {
  try {
    const text = store(lasting).getItem(key) ?? meanwhile.get(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Keep a value; null takes it away. */
export function keep(key: string, value: unknown, lasting = true): void {
  const text = value === null ? null : JSON.stringify(value);
  if (text === null) meanwhile.delete(key);
  else meanwhile.set(key, text);
  try {
    if (text === null) store(lasting).removeItem(key);
    else store(lasting).setItem(key, text);
  } catch {
    // A private window keeps nothing; that is no reason not to play.
  }
}
