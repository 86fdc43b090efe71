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
  // frame.css draws the frame of the page that will stand here.
  root.setAttribute('data-first', location.pathname.indexOf('/accounts/') ? 'team' : 'account');
  // Every page asks first who is signed in; src/base/api-client.ts takes this answer.
  var url = '/api/auth/v1/me';
  window.kinoraFirst = {
    url: url,
    answer: fetch(url, { headers: { 'accept-language': root.lang } }),
  };
  window.kinoraFirst.answer.catch(function () {});
})();
