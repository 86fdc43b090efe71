// Runs before the first paint, so that neither the colours nor the language flash. A file of its
// own because the content security policy allows no inline script. Keys: src/base/preferences.ts.
(function () {
  var root = document.documentElement;
  var scheme = 'auto';
  try {
    scheme = localStorage.getItem('kinora.scheme') || 'auto';
    if (localStorage.getItem('kinora.lang') === 'en') root.lang = 'en';
  } catch {
    // Storage may be switched off; the defaults stand.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
})();
