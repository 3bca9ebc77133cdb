import { declareWritten } from '../registry.ts';
import { conversionsOf } from './names.ts';

/**
 * System.Xml.Linq: documents, elements and their nodes. The nodes of a container form a ring, and the container refers to the last one, so
 * that an enumeration during which nodes are removed ends where it does in .NET.
 */

const GIVEN = 'if (name == null) yield break;';

declareWritten('System.Xml.Linq', [
  `public abstract class XObject {
    internal XContainer owner;
    public XElement Parent => owner as XElement;
    public XDocument Document { get { XObject each = this; while (each.owner != null) each = each.owner; return each as XDocument; } }
    public abstract XmlNodeType NodeType { get; }
  }`,
  `public abstract class XNode : XObject {
    internal XNode next;
    internal abstract XNode Copy();
    public XNode NextNode => owner == null || owner.lastNode == this ? null : next;
    public XNode PreviousNode { get { XNode before = Before(); return before != null && owner.lastNode != before ? before : null; } }
    internal XNode Before() {
      if (owner == null) return null;
      XNode before = owner.lastNode;
      while (before.next != this) before = before.next;
      return before;
    }
    private XContainer Around() { if (owner == null) throw new InvalidOperationException("The parent is missing."); return owner; }
    public void Remove() { Around().TakeNode(this); }
    public void AddAfterSelf(object content) { Around().Insert(this, new[] { content }); }
    public void AddAfterSelf(params object[] content) { Around().Insert(this, content); }
    public void AddBeforeSelf(object content) { Around().Insert(PreviousNode, new[] { content }); }
    public void AddBeforeSelf(params object[] content) { Around().Insert(PreviousNode, content); }
    public void ReplaceWith(object content) { ReplaceWith(new[] { content }); }
    public void ReplaceWith(params object[] content) {
      XContainer around = Around();
      XNode before = PreviousNode;
      around.TakeNode(this);
      around.Insert(before, content);
    }
    public IEnumerable<XElement> Ancestors() { for (XElement each = Parent; each != null; each = each.Parent) yield return each; }
    public IEnumerable<XElement> Ancestors(XName name) { ${GIVEN} for (XElement each = Parent; each != null; each = each.Parent) if (each.name == name) yield return each; }
    public IEnumerable<XNode> NodesAfterSelf() { XNode each = this; while (each.owner != null && each != each.owner.lastNode) { each = each.next; yield return each; } }
    public IEnumerable<XNode> NodesBeforeSelf() {
      if (owner == null) yield break;
      XNode each = owner.lastNode;
      do { each = each.next; if (each == this) yield break; yield return each; } while (owner != null && owner == each.owner);
    }
    public IEnumerable<XElement> ElementsAfterSelf() { foreach (XNode each in NodesAfterSelf()) if (each is XElement element) yield return element; }
    public IEnumerable<XElement> ElementsAfterSelf(XName name) { ${GIVEN} foreach (XElement each in ElementsAfterSelf()) if (each.name == name) yield return each; }
    public IEnumerable<XElement> ElementsBeforeSelf() { foreach (XNode each in NodesBeforeSelf()) if (each is XElement element) yield return element; }
    public IEnumerable<XElement> ElementsBeforeSelf(XName name) { ${GIVEN} foreach (XElement each in ElementsBeforeSelf()) if (each.name == name) yield return each; }
    public bool IsAfter(XNode node) => CompareDocumentOrder(this, node) > 0;
    public bool IsBefore(XNode node) => CompareDocumentOrder(this, node) < 0;
    public static int CompareDocumentOrder(XNode n1, XNode n2) {
      if (n1 == n2) return 0;
      if (n1 == null) return -1;
      if (n2 == null) return 1;
      XNode root = n1;
      while (root.owner != null) root = root.owner;
      int at = 0, first = -1, second = -1;
      foreach (XNode each in LinqTree.SelfAndBelow(root)) { if (each == n1) first = at; if (each == n2) second = at; at++; }
      if (second < 0) throw new InvalidOperationException("A common ancestor is missing.");
      return first < second ? -1 : 1;
    }
    public static bool DeepEquals(XNode n1, XNode n2) {
      if (n1 == n2) return true;
      if (n1 == null || n2 == null || n1.NodeType != n2.NodeType) return false;
      return LinqTree.Same(n1, n2);
    }
    public override string ToString() => new LinqWriter(true).Node(this);
    public string ToString(SaveOptions options) => new LinqWriter((options & SaveOptions.DisableFormatting) == 0).Node(this);
  }`,
  `internal static class LinqTree {
    public static IEnumerable<XNode> SelfAndBelow(XNode root) {
      XNode at = root;
      while (true) {
        yield return at;
        XNode first = (at as XContainer)?.FirstNode;
        if (first != null) { at = first; continue; }
        while (at != root && at == at.owner.lastNode) at = at.owner;
        if (at == root) yield break;
        at = at.next;
      }
    }
    public static bool Same(XNode a, XNode b) {
      if (a is XText text) return text.Value == ((XText)b).Value;
      if (a is XComment comment) return comment.Value == ((XComment)b).Value;
      if (a is XProcessingInstruction instruction) { var other = (XProcessingInstruction)b; return instruction.Target == other.Target && instruction.Data == other.Data; }
      if (a is XElement element) {
        var other = (XElement)b;
        if (element.name != other.name || !element.Attributes().Select(each => each.name + "=" + each.value).SequenceEqual(other.Attributes().Select(each => each.name + "=" + each.value))) return false;
      }
      List<XNode> ofA = ((XContainer)a).Nodes().ToList(), ofB = ((XContainer)b).Nodes().ToList();
      if (ofA.Count != ofB.Count) return false;
      for (int at = 0; at < ofA.Count; at++) if (!XNode.DeepEquals(ofA[at], ofB[at])) return false;
      return true;
    }
  }`,
  `public abstract class XContainer : XNode {
    internal XNode lastNode;
    internal bool isBlank;
    internal static string TextOf(object value) {
      if (value is string text) return text;
      if (value is double number) return XmlConvert.ToString(number);
      if (value is float single) return XmlConvert.ToString(single);
      if (value is decimal sum) return XmlConvert.ToString(sum);
      if (value is bool truth) return XmlConvert.ToString(truth);
      if (value is DateTime time) return time.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture);
      if (value is DateTimeOffset zoned) return XmlConvert.ToString(zoned);
      if (value is TimeSpan span) return XmlConvert.ToString(span);
      if (value is XObject) throw new ArgumentException("An XObject cannot be used as a value.");
      string made = value.ToString();
      if (made == null) throw new ArgumentException("The argument cannot be converted to a string.");
      return made;
    }
    public XNode FirstNode => lastNode?.next;
    public XNode LastNode => lastNode;
    public void Add(object content) { Insert(lastNode, content is object[] all ? all : new[] { content }); }
    public void Add(params object[] content) { Insert(lastNode, content); }
    public void AddFirst(object content) { Insert(null, new[] { content }); }
    public void AddFirst(params object[] content) { Insert(null, content); }
    internal void Insert(XNode after, object[] content) {
      XNode at = after;
      foreach (object each in content) at = Put(at, each);
    }
    private XNode Put(XNode after, object content) {
      if (content == null) return after;
      if (content is XNode node) return PutNode(after, node);
      if (content is string text) return PutText(after, text);
      if (content is XAttribute attribute) { PutAttribute(attribute); return after; }
      if (content is IEnumerable several) {
        XNode at = after;
        foreach (object each in several.Cast<object>().ToList()) at = Put(at, each);
        return at;
      }
      return PutText(after, TextOf(content));
    }
    internal virtual void PutAttribute(XAttribute attribute) { throw new ArgumentException("An attribute cannot be added to content."); }
    internal virtual void Allow(XNode node, XNode after) { }
    private XNode PutText(XNode after, string text) {
      if (this is XDocument && text.Trim().Length > 0) throw new ArgumentException("Non-whitespace characters cannot be added to content.");
      if (text.Length == 0) { if (lastNode == null && this is XElement) isBlank = true; return after; }
      if (after is XText before && !(after is XCData)) { before.Value += text; return after; }
      return PutNode(after, new XText(text));
    }
    private XNode PutNode(XNode after, XNode node) {
      Allow(node, after);
      XNode added = node;
      if (node.owner != null) added = node.Copy();
      else { XNode root = this; while (root.owner != null) root = root.owner; if (root == node) added = node.Copy(); }
      added.owner = this;
      isBlank = false;
      if (lastNode == null) { added.next = added; lastNode = added; }
      else if (after == null) { added.next = lastNode.next; lastNode.next = added; }
      else { added.next = after.next; after.next = added; if (lastNode == after) lastNode = added; }
      return added;
    }
    internal void TakeNode(XNode node) {
      XNode before = node.Before();
      if (before == node) lastNode = null;
      else { if (lastNode == node) lastNode = before; before.next = node.next; }
      node.owner = null;
      node.next = null;
    }
    public void RemoveNodes() { while (lastNode != null) TakeNode(lastNode.next); isBlank = false; }
    public void ReplaceNodes(object content) { ReplaceNodes(new[] { content }); }
    public void ReplaceNodes(params object[] content) {
      var kept = new List<object>();
      foreach (object each in content) if (each is IEnumerable several && !(each is string)) kept.AddRange(several.Cast<object>()); else kept.Add(each);
      RemoveNodes();
      Insert(null, kept.ToArray());
    }
    public IEnumerable<XNode> Nodes() {
      XNode each = lastNode;
      if (each == null) yield break;
      do { each = each.next; yield return each; } while (each.owner == this && each != lastNode);
    }
    public XElement Element(XName name) {
      XNode each = lastNode;
      if (each == null) return null;
      do { each = each.next; if (each is XElement element && element.name == name) return element; } while (each != lastNode);
      return null;
    }
    public IEnumerable<XElement> Elements() {
      XNode each = lastNode;
      if (each == null) yield break;
      do { each = each.next; if (each is XElement element) yield return element; } while (each.owner == this && each != lastNode);
    }
    public IEnumerable<XElement> Elements(XName name) {
      XNode each = lastNode;
      if (name == null || each == null) yield break;
      do { each = each.next; if (each is XElement element && element.name == name) yield return element; } while (each.owner == this && each != lastNode);
    }
    internal IEnumerable<XNode> Below(bool self) {
      foreach (XNode each in LinqTree.SelfAndBelow(this)) if (self || each != this) yield return each;
    }
    public IEnumerable<XNode> DescendantNodes() => Below(false);
    public IEnumerable<XElement> Descendants() { foreach (XNode each in Below(false)) if (each is XElement element) yield return element; }
    public IEnumerable<XElement> Descendants(XName name) { ${GIVEN} foreach (XNode each in Below(false)) if (each is XElement element && element.name == name) yield return element; }
  }`,
  `public class XElement : XContainer {
    internal XName name;
    internal XAttribute last;
    public XElement(XName name) { if (name == null) throw new ArgumentNullException("name"); this.name = name; }
    public XElement(XName name, object content) : this(name) { Add(content); }
    public XElement(XName name, params object[] content) : this(name) { Insert(null, content); }
    public XElement(XElement other) {
      if (other == null) throw new ArgumentNullException("other");
      name = other.name;
      isBlank = other.isBlank;
      foreach (XAttribute each in other.Attributes()) PutAttribute(each);
      foreach (XNode each in other.Nodes()) Insert(lastNode, new object[] { each.Copy() });
    }
    internal override XNode Copy() => new XElement(this);
    public static IEnumerable<XElement> EmptySequence => new XElement[0];
    public static XElement Parse(string text) => LinqReader.Document(text).Root.Apart();
    internal XElement Apart() { owner.TakeNode(this); return this; }
    public override XmlNodeType NodeType => XmlNodeType.Element;
    public XName Name { get => name; set { if (value == null) throw new ArgumentNullException("value"); name = value; } }
    public string Value {
      get {
        var made = new StringBuilder();
        foreach (XNode each in Below(false)) if (each is XText text) made.Append(text.Value);
        return made.ToString();
      }
      set { if (value == null) throw new ArgumentNullException("value"); RemoveNodes(); Insert(null, new object[] { value }); }
    }
    public bool IsEmpty => lastNode == null && !isBlank;
    public bool HasElements => Elements().Any();
    public bool HasAttributes => last != null;
    public XAttribute FirstAttribute => last?.next;
    public XAttribute LastAttribute => last;
    public XAttribute Attribute(XName name) {
      XAttribute each = last;
      if (each == null) return null;
      do { each = each.next; if (each.name == name) return each; } while (each != last);
      return null;
    }
    public IEnumerable<XAttribute> Attributes() {
      XAttribute each = last;
      if (each == null) yield break;
      do { each = each.next; yield return each; } while (each.owner == this && each != last);
    }
    public IEnumerable<XAttribute> Attributes(XName name) { XAttribute found = name == null ? null : Attribute(name); if (found != null) yield return found; }
    internal override void PutAttribute(XAttribute attribute) {
      if (Attribute(attribute.name) != null) throw new InvalidOperationException("Duplicate attribute.");
      XAttribute added = attribute.owner != null ? new XAttribute(attribute) : attribute;
      added.owner = this;
      if (last == null) added.next = added;
      else { added.next = last.next; last.next = added; }
      last = added;
    }
    internal void Take(XAttribute attribute) {
      XAttribute before = last;
      while (before.next != attribute) before = before.next;
      if (before == attribute) last = null;
      else { if (last == attribute) last = before; before.next = attribute.next; }
      attribute.owner = null;
      attribute.next = null;
    }
    internal override void Allow(XNode node, XNode after) {
      if (node is XDocument) throw new ArgumentException("A node of type Document cannot be added to content.");
    }
    public void SetValue(object value) { if (value == null) throw new ArgumentNullException("value"); Value = TextOf(value); }
    public void SetAttributeValue(XName name, object value) {
      XAttribute found = Attribute(name);
      if (value == null) found?.Remove();
      else if (found != null) found.Value = TextOf(value);
      else PutAttribute(new XAttribute(name, value));
    }
    public void SetElementValue(XName name, object value) {
      XElement found = Element(name);
      if (value == null) found?.Remove();
      else if (found != null) found.Value = TextOf(value);
      else Add(new XElement(name, TextOf(value)));
    }
    public void RemoveAttributes() { while (last != null) Take(last.next); }
    public void RemoveAll() { RemoveAttributes(); RemoveNodes(); }
    public void ReplaceAll(object content) { ReplaceAll(new[] { content }); }
    public void ReplaceAll(params object[] content) { object[] kept = (object[])content.Clone(); RemoveAll(); Insert(null, kept); }
    public void ReplaceAttributes(object content) { RemoveAttributes(); Add(content); }
    public void ReplaceAttributes(params object[] content) { RemoveAttributes(); Insert(lastNode, content); }
    public IEnumerable<XElement> AncestorsAndSelf() { for (XElement each = this; each != null; each = each.Parent) yield return each; }
    public IEnumerable<XElement> AncestorsAndSelf(XName name) { ${GIVEN} foreach (XElement each in AncestorsAndSelf()) if (each.name == name) yield return each; }
    public IEnumerable<XElement> DescendantsAndSelf() { foreach (XNode each in Below(true)) if (each is XElement element) yield return element; }
    public IEnumerable<XElement> DescendantsAndSelf(XName name) { ${GIVEN} foreach (XElement each in DescendantsAndSelf()) if (each.name == name) yield return each; }
    public IEnumerable<XNode> DescendantNodesAndSelf() => Below(true);
    public XNamespace GetDefaultNamespace() {
      foreach (XElement each in AncestorsAndSelf()) { XAttribute found = each.Attribute("xmlns"); if (found != null) return XNamespace.Get(found.value); }
      return XNamespace.None;
    }
    public XNamespace GetNamespaceOfPrefix(string prefix) {
      if (prefix == null) throw new ArgumentNullException("prefix");
      if (prefix.Length == 0) throw new ArgumentException("'' is an invalid prefix.");
      if (prefix == "xml") return XNamespace.Xml;
      foreach (XElement each in AncestorsAndSelf()) { XAttribute found = each.Attribute(XNamespace.Xmlns + prefix); if (found != null) return XNamespace.Get(found.value); }
      return null;
    }
    public string GetPrefixOfNamespace(XNamespace ns) {
      if (ns == null) throw new ArgumentNullException("ns");
      foreach (XElement each in AncestorsAndSelf())
        foreach (XAttribute declared in each.Attributes())
          if (declared.IsNamespaceDeclaration && declared.name.NamespaceName.Length > 0 && declared.value == ns.NamespaceName && GetNamespaceOfPrefix(declared.name.LocalName) == ns) return declared.name.LocalName;
      return ns == XNamespace.Xml ? "xml" : null;
    }
    ${conversionsOf('XElement', 'element')}
  }`,
  `public class XDocument : XContainer {
    public XDocument() { }
    public XDocument(params object[] content) { Insert(null, content); }
    public XDocument(XDeclaration declaration, params object[] content) { Declaration = declaration; Insert(null, content); }
    public XDocument(XDocument other) {
      if (other == null) throw new ArgumentNullException("other");
      if (other.Declaration != null) Declaration = new XDeclaration(other.Declaration);
      foreach (XNode each in other.Nodes()) Insert(lastNode, new object[] { each.Copy() });
    }
    internal override XNode Copy() => new XDocument(this);
    public XDeclaration Declaration { get; set; }
    public XElement Root => Elements().FirstOrDefault();
    public override XmlNodeType NodeType => XmlNodeType.Document;
    public static XDocument Parse(string text) => LinqReader.Document(text);
    internal override void Allow(XNode node, XNode after) {
      if (node is XDocument || node is XCData) throw new ArgumentException("A node of type " + node.NodeType + " cannot be added to content.");
      if (node is XElement && Root != null) throw new InvalidOperationException("This operation would create an incorrectly structured document.");
    }
  }`,
  `public class XText : XNode {
    private string value;
    public XText(string value) { this.value = value ?? throw new ArgumentNullException("value"); }
    public XText(XText other) { value = (other ?? throw new ArgumentNullException("other")).value; }
    internal override XNode Copy() => new XText(this);
    public override XmlNodeType NodeType => XmlNodeType.Text;
    public string Value { get => value; set { this.value = value ?? throw new ArgumentNullException("value"); } }
  }`,
  `public class XCData : XText {
    public XCData(string value) : base(value) { }
    public XCData(XCData other) : base(other) { }
    internal override XNode Copy() => new XCData(this);
    public override XmlNodeType NodeType => XmlNodeType.CDATA;
  }`,
  `public class XComment : XNode {
    private string value;
    public XComment(string value) { this.value = value ?? throw new ArgumentNullException("value"); }
    public XComment(XComment other) { value = (other ?? throw new ArgumentNullException("other")).value; }
    internal override XNode Copy() => new XComment(this);
    public override XmlNodeType NodeType => XmlNodeType.Comment;
    public string Value { get => value; set { this.value = value ?? throw new ArgumentNullException("value"); } }
  }`,
  `public class XProcessingInstruction : XNode {
    public XProcessingInstruction(string target, string data) { Target = target ?? throw new ArgumentNullException("target"); Data = data ?? throw new ArgumentNullException("data"); }
    internal override XNode Copy() => new XProcessingInstruction(Target, Data);
    public override XmlNodeType NodeType => XmlNodeType.ProcessingInstruction;
    public string Target { get; set; }
    public string Data { get; set; }
  }`,
  `public static class Extensions {
    public static IEnumerable<XAttribute> Attributes(this IEnumerable<XElement> source) { foreach (XElement each in source) foreach (XAttribute attribute in each.Attributes()) yield return attribute; }
    public static IEnumerable<XAttribute> Attributes(this IEnumerable<XElement> source, XName name) { foreach (XElement each in source) foreach (XAttribute attribute in each.Attributes(name)) yield return attribute; }
    public static IEnumerable<XElement> Ancestors<T>(this IEnumerable<T> source) where T : XNode { foreach (T each in source) foreach (XElement element in each.Ancestors()) yield return element; }
    public static IEnumerable<XElement> Ancestors<T>(this IEnumerable<T> source, XName name) where T : XNode { foreach (T each in source) foreach (XElement element in each.Ancestors(name)) yield return element; }
    public static IEnumerable<XElement> AncestorsAndSelf(this IEnumerable<XElement> source) { foreach (XElement each in source) foreach (XElement element in each.AncestorsAndSelf()) yield return element; }
    public static IEnumerable<XNode> Nodes<T>(this IEnumerable<T> source) where T : XContainer { foreach (T each in source) foreach (XNode node in each.Nodes()) yield return node; }
    public static IEnumerable<XNode> DescendantNodes<T>(this IEnumerable<T> source) where T : XContainer { foreach (T each in source) foreach (XNode node in each.DescendantNodes()) yield return node; }
    public static IEnumerable<XElement> Descendants<T>(this IEnumerable<T> source) where T : XContainer { foreach (T each in source) foreach (XElement element in each.Descendants()) yield return element; }
    public static IEnumerable<XElement> Descendants<T>(this IEnumerable<T> source, XName name) where T : XContainer { foreach (T each in source) foreach (XElement element in each.Descendants(name)) yield return element; }
    public static IEnumerable<XElement> DescendantsAndSelf(this IEnumerable<XElement> source) { foreach (XElement each in source) foreach (XElement element in each.DescendantsAndSelf()) yield return element; }
    public static IEnumerable<XElement> DescendantsAndSelf(this IEnumerable<XElement> source, XName name) { foreach (XElement each in source) foreach (XElement element in each.DescendantsAndSelf(name)) yield return element; }
    public static IEnumerable<XElement> Elements<T>(this IEnumerable<T> source) where T : XContainer { foreach (T each in source) foreach (XElement element in each.Elements()) yield return element; }
    public static IEnumerable<XElement> Elements<T>(this IEnumerable<T> source, XName name) where T : XContainer { foreach (T each in source) foreach (XElement element in each.Elements(name)) yield return element; }
    public static IEnumerable<T> InDocumentOrder<T>(this IEnumerable<T> source) where T : XNode { var all = new List<T>(source); all.Sort((a, b) => XNode.CompareDocumentOrder(a, b)); return all; }
    public static void Remove(this IEnumerable<XAttribute> source) { foreach (XAttribute each in new List<XAttribute>(source)) each.Remove(); }
    public static void Remove<T>(this IEnumerable<T> source) where T : XNode { foreach (T each in new List<T>(source)) each.Remove(); }
  }`,
]);
