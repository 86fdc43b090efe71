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
  // src/base/api-client.ts takes these answers.
  window.kinoraFirst = {};
  function ask(url, headers) {
    headers['accept-language'] = root.lang;
    window.kinoraFirst[url] = fetch(url, { headers: headers });
    window.kinoraFirst[url].catch(function () {});
  }
  // Every page asks first who is signed in.
  ask('/api/auth/v1/me', {});
  // Code, words and data of the page at this address come beside the code that opens it;
  // vite-early-pages.ts lists them.
  var list = document.querySelector('meta[name=kinora-pages]');
  JSON.parse(list ? list.content : '[]').forEach(function (page) {
    var pattern = new RegExp(page.path);
    if (!pattern.test(location.pathname)) return;
    var team = location.pathname.split('/')[1];
    var calls = location.search === '' ? page.calls : [];
    calls.forEach(function (call) {
      ask(location.pathname.replace(pattern, call), { 'x-team': team });
    });
    page.files.concat(page[root.lang]).forEach(preload);
  });
  function preload(file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/assets/' + file;
    link.setAttribute('data-page', '');
    document.head.appendChild(link);
  }
})();
