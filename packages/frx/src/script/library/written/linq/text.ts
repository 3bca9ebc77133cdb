import { declareWritten } from '../registry.ts';

/** Parsing and writing of System.Xml.Linq. */

declareWritten('System.Xml.Linq', [
  `internal class LinqReader {
    private readonly List<KeyValuePair<string, string>> scope = new List<KeyValuePair<string, string>>();
    public static XDocument Document(string text) {
      if (text == null) throw new ArgumentNullException("s");
      var read = new XmlDocument();
      read.LoadXml(text.Replace("\\r\\n", "\\n").Replace('\\r', '\\n'));
      var made = new XDocument();
      var reader = new LinqReader();
      foreach (XmlNode each in read.ChildNodes)
        if (each is XmlDeclaration) made.Declaration = Declared(each.Value);
        else reader.Put(made, each);
      return made;
    }
    private static XDeclaration Declared(string text) {
      string Part(string name) { Match found = Regex.Match(text, name + "=\\"([^\\"]*)\\""); return found.Success ? found.Groups[1].Value : null; }
      return new XDeclaration(Part("version"), Part("encoding"), Part("standalone"));
    }
    private XName Name(string name, bool isElement) {
      int colon = name.IndexOf(':');
      string prefix = colon < 0 ? "" : name.Substring(0, colon);
      if (prefix == "xml") return XNamespace.Xml + name.Substring(4);
      if (colon < 0 && !isElement) return XNamespace.None + name;
      for (int at = scope.Count - 1; at >= 0; at--) if (scope[at].Key == prefix) return XNamespace.Get(scope[at].Value) + name.Substring(colon + 1);
      if (colon < 0) return XNamespace.None + name;
      NotAvailableHere.Refuse("the prefix '" + prefix + "', which the XML does not declare");
      return null;
    }
    private void Put(XContainer into, XmlNode node) {
      switch (node.NodeType) {
        case XmlNodeType.Text: into.Insert(into.lastNode, new object[] { node.Value }); break;
        case XmlNodeType.CDATA: into.Insert(into.lastNode, new object[] { new XCData(node.Value) }); break;
        case XmlNodeType.Comment: into.Insert(into.lastNode, new object[] { new XComment(node.Value) }); break;
        case XmlNodeType.ProcessingInstruction: into.Insert(into.lastNode, new object[] { new XProcessingInstruction(node.Name, node.Value) }); break;
        case XmlNodeType.Element:
          int mark = scope.Count;
          foreach (XmlAttribute each in node.Attributes) {
            if (each.Name == "xmlns") scope.Add(new KeyValuePair<string, string>("", each.Value));
            else if (each.Name.StartsWith("xmlns:", StringComparison.Ordinal)) scope.Add(new KeyValuePair<string, string>(each.Name.Substring(6), each.Value));
          }
          var element = new XElement(Name(node.Name, true));
          foreach (XmlAttribute each in node.Attributes)
            element.PutAttribute(new XAttribute(each.Name.StartsWith("xmlns:", StringComparison.Ordinal) ? XNamespace.Xmlns + each.Name.Substring(6) : Name(each.Name, false), each.Value));
          into.Insert(into.lastNode, new object[] { element });
          foreach (XmlNode each in node.ChildNodes) Put(element, each);
          if (!((XmlElement)node).IsEmpty && element.lastNode == null) element.isBlank = true;
          scope.RemoveRange(mark, scope.Count - mark);
          break;
      }
    }
  }`,
  `internal class LinqWriter {
    private readonly StringBuilder made = new StringBuilder();
    private readonly bool isIndented;
    private readonly List<KeyValuePair<string, string>> scope = new List<KeyValuePair<string, string>>();
    private int pushed, level;
    private bool isMixed;
    public LinqWriter(bool isIndented) { this.isIndented = isIndented; }
    public string Node(XNode node) { Write(node); return made.ToString(); }
    public string Attribute(XAttribute attribute) {
      string space = attribute.name.NamespaceName;
      string prefix = space.Length == 0 || attribute.IsNamespaceDeclaration ? "" : (attribute.owner as XElement)?.GetPrefixOfNamespace(space);
      if (prefix == null) NotAvailableHere.Refuse("the text of an attribute whose namespace has no prefix");
      Write(attribute, prefix);
      return made.ToString().Trim();
    }
    private static string Escaped(string text) => text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");
    private void Break() { if (isIndented && !isMixed && made.Length > 0) made.Append('\\n').Append(' ', 2 * level); }
    private string Mapped(string prefix) {
      for (int at = scope.Count - 1; at >= 0; at--) if (scope[at].Key == prefix) return scope[at].Value;
      return prefix == "" ? "" : prefix == "xml" ? XNamespace.Xml.NamespaceName : null;
    }
    private string Prefix(string space, bool isElement) {
      if (space.Length == 0) return "";
      if (space == XNamespace.Xml.NamespaceName) return "xml";
      for (int at = scope.Count - 1; at >= 0; at--)
        if (scope[at].Value == space && (isElement || scope[at].Key != "") && Mapped(scope[at].Key) == space) return scope[at].Key;
      return null;
    }
    private void Declare(string prefix, string space) { scope.Add(new KeyValuePair<string, string>(prefix, space)); }
    private void Write(XAttribute attribute, string prefix) {
      made.Append(' ');
      if (attribute.IsNamespaceDeclaration) prefix = attribute.name.LocalName == "xmlns" ? "" : "xmlns";
      if (!string.IsNullOrEmpty(prefix)) made.Append(prefix).Append(':');
      made.Append(attribute.name.LocalName).Append("=\\"");
      made.Append(Escaped(attribute.value).Replace("\\"", "&quot;").Replace("\\r", "&#xD;").Replace("\\n", "&#xA;").Replace("\\t", "&#x9;")).Append('"');
    }
    private void Write(XNode node) {
      if (node is XDocument document) { foreach (XNode each in document.Nodes()) Write(each); }
      else if (node is XElement element) Write(element);
      else if (node is XCData data) { isMixed = true; made.Append("<![CDATA[").Append(data.Value.Replace("]]>", "]]]]><![CDATA[>")).Append("]]>"); }
      else if (node is XText text) { isMixed = true; made.Append(Escaped(text.Value.Replace("\\r\\n", "\\n").Replace('\\r', '\\n'))); }
      else if (node is XComment comment) { Break(); made.Append("<!--").Append(comment.Value).Append("-->"); }
      else if (node is XProcessingInstruction instruction) { Break(); made.Append("<?").Append(instruction.Target); if (instruction.Data.Length > 0) made.Append(' ').Append(instruction.Data); made.Append("?>"); }
    }
    private void Write(XElement element) {
      Break();
      int mark = scope.Count, before = pushed;
      bool wasMixed = isMixed;
      pushed++;
      var own = new HashSet<string>();
      foreach (XAttribute each in element.Attributes())
        if (each.IsNamespaceDeclaration) { string declared = each.name.LocalName == "xmlns" ? "" : each.name.LocalName; own.Add(declared); Declare(declared, each.value); }
      string space = element.name.NamespaceName;
      string prefix = Prefix(space, true) ?? "";
      var implied = new List<KeyValuePair<string, string>>();
      if (Mapped(prefix) != space) { Declare(prefix, space); implied.Add(new KeyValuePair<string, string>(prefix, space)); }
      string name = prefix == "" ? element.name.LocalName : prefix + ":" + element.name.LocalName;
      made.Append('<').Append(name);
      own.Remove(prefix);
      foreach (XAttribute each in element.Attributes()) {
        if (each.IsNamespaceDeclaration) { if (own.Contains(each.name.LocalName == "xmlns" ? "" : each.name.LocalName)) pushed++; Write(each, null); continue; }
        string of = Prefix(each.name.NamespaceName, false);
        if (of == null) {
          of = "p" + pushed++;
          if (Mapped(of) != null) NotAvailableHere.Refuse("a prefix for the namespace '" + each.name.NamespaceName + "'; declare one");
          Declare(of, each.name.NamespaceName);
          implied.Add(new KeyValuePair<string, string>(of, each.name.NamespaceName));
        }
        Write(each, of);
      }
      for (int at = implied.Count - 1; at >= 0; at--) made.Append(implied[at].Key == "" ? " xmlns" : " xmlns:" + implied[at].Key).Append("=\\"").Append(Escaped(implied[at].Value)).Append('"');
      if (element.IsEmpty) made.Append(" />");
      else {
        made.Append('>');
        level++;
        foreach (XNode each in element.Nodes()) Write(each);
        level--;
        if (element.lastNode != null) Break();
        made.Append("</").Append(name).Append('>');
      }
      isMixed = wasMixed;
      pushed = before;
      scope.RemoveRange(mark, scope.Count - mark);
    }
  }`,
]);
