// Sets the theme before the first paint. It must stay a file of its own: the
// content security policy allows no script inside the page.
;(() => {
  let theme = 'system'
  try {
    theme = JSON.parse(localStorage.getItem('junto.settings') ?? '{}').theme ?? 'system'
  } catch {
    // A broken setting counts as none.
  }
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
})()
