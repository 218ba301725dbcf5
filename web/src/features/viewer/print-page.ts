/** Print one picture by itself, without what stands around it on the screen. */
export function printPicture(url: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentDocument;
  if (inside === null) return;
  const picture = inside.createElement('img');
  picture.style.maxWidth = '100%';
  picture.onload = () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  };
  picture.onerror = () => frame.remove();
  picture.src = url;
  inside.body.append(picture);
}
