//! Recursive descent over XPath's grammar, with a bound on nesting.

use super::lexer::{Token, tokens};

/// How deep an expression may nest before it counts as malformed.
const MAX_DEPTH: usize = 60;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Negative(Box<Expression>),
    Path(Path),
    /// A primary expression with predicates and a path from it.
    Filter {
        base: Box<Expression>,
        predicates: Vec<Expression>,
        path: Path,
    },
    Text(String),
    Number(f64),
    Call(String, Vec<Expression>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path {
    pub(super) absolute: bool,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: Test,
    pub(super) predicates: Vec<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Child,
    Descendant,
    DescendantOrSelf,
    Parent,
    Ancestor,
    AncestorOrSelf,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Itself,
    Attribute,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Name(String),
    Any,
    /// `node()`.
    Node,
    /// `text()` and its kin: this tree has none.
    Nothing,
}

const AXES: [(&str, Axis); 12] = [
    ("child", Axis::Child),
    ("descendant", Axis::Descendant),
    ("descendant-or-self", Axis::DescendantOrSelf),
    ("parent", Axis::Parent),
    ("ancestor", Axis::Ancestor),
    ("ancestor-or-self", Axis::AncestorOrSelf),
    ("following-sibling", Axis::FollowingSibling),
    ("preceding-sibling", Axis::PrecedingSibling),
    ("following", Axis::Following),
    ("preceding", Axis::Preceding),
    ("self", Axis::Itself),
    ("attribute", Axis::Attribute),
];

/// Operators from the loosest to the tightest.
const LEVELS: [&[&str]; 6] = [
    &["or"],
    &["and"],
    &["=", "!="],
    &["<", "<=", ">", ">="],
    &["+", "-"],
    &["times", "div", "mod"],
];

/// Parses a whole expression.
pub(super) fn parse(text: &str) -> Result<Expression, String> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0 };
    let expression = parser.level(0, 0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(extra) => Err(format!("unexpected {extra:?}")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn level(&mut self, level: usize, depth: usize) -> Result<Expression, String> {
        if depth > MAX_DEPTH {
            return Err("the expression nests too deeply".to_owned());
        }
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.level(level + 1, depth)?;
        while let Some(operator) = operators.iter().find(|op| self.take_operator(op)) {
            let right = self.level(level + 1, depth)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Result<Expression, String> {
        let mut negative = false;
        while self.take_operator("-") {
            negative = !negative;
        }
        let mut left = self.path(depth)?;
        while self.take_operator("|") {
            let right = self.path(depth)?;
            left = Expression::Binary("|", Box::new(left), Box::new(right));
        }
        Ok(if negative { Expression::Negative(Box::new(left)) } else { left })
    }

    fn path(&mut self, depth: usize) -> Result<Expression, String> {
        let Some(base) = self.primary(depth)? else {
            return self.location(depth).map(Expression::Path);
        };
        let predicates = self.predicates(depth)?;
        let mut path = Path::default();
        if matches!(self.peek(), Some(Token::Operator("/" | "//"))) {
            self.steps(&mut path.steps, depth)?;
        }
        if predicates.is_empty() && path.steps.is_empty() {
            return Ok(base);
        }
        Ok(Expression::Filter { base: Box::new(base), predicates, path })
    }

    fn primary(&mut self, depth: usize) -> Result<Option<Expression>, String> {
        let expression = match self.peek() {
            Some(Token::Text(text)) => Expression::Text(text.clone()),
            Some(Token::Number(number)) => Expression::Number(*number),
            Some(Token::Mark("(")) => {
                self.at += 1;
                let inner = self.level(0, depth + 1)?;
                self.expect(")")?;
                return Ok(Some(inner));
            }
            Some(Token::Name(name)) if self.is_call(name) => {
                let name = name.clone();
                self.at += 2;
                return self.arguments(depth).map(|list| Some(Expression::Call(name, list)));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(expression))
    }

    fn is_call(&self, name: &str) -> bool {
        let is_node_type = matches!(name, "node" | "text" | "comment" | "processing-instruction");
        !is_node_type && matches!(self.tokens.get(self.at + 1), Some(Token::Mark("(")))
    }

    fn arguments(&mut self, depth: usize) -> Result<Vec<Expression>, String> {
        let mut list = Vec::new();
        if self.take_mark(")") {
            return Ok(list);
        }
        loop {
            list.push(self.level(0, depth + 1)?);
            if !self.take_mark(",") {
                return self.expect(")").map(|()| list);
            }
        }
    }

    fn location(&mut self, depth: usize) -> Result<Path, String> {
        let mut path = Path::default();
        match self.peek() {
            Some(Token::Operator("//")) => path.absolute = true,
            Some(Token::Operator("/")) => {
                path.absolute = true;
                let starts_step = matches!(
                    self.tokens.get(self.at + 1),
                    Some(Token::Name(_) | Token::Mark("*" | "." | ".." | "@"))
                );
                if !starts_step {
                    self.at += 1;
                    return Ok(path);
                }
            }
            _ => path.steps.push(self.step(depth)?),
        }
        self.steps(&mut path.steps, depth)?;
        Ok(path)
    }

    /// Any number of `/step` and `//step`.
    fn steps(&mut self, steps: &mut Vec<Step>, depth: usize) -> Result<(), String> {
        loop {
            if self.take_operator("//") {
                let predicates = Vec::new();
                steps.push(Step { axis: Axis::DescendantOrSelf, test: Test::Node, predicates });
            } else if !self.take_operator("/") {
                return Ok(());
            }
            let step = self.step(depth)?;
            steps.push(step);
        }
    }

    fn step(&mut self, depth: usize) -> Result<Step, String> {
        for (mark, axis) in [(".", Axis::Itself), ("..", Axis::Parent)] {
            if self.take_mark(mark) {
                return Ok(Step { axis, test: Test::Node, predicates: Vec::new() });
            }
        }
        let axis = self.axis()?;
        let test = self.test()?;
        let predicates = self.predicates(depth)?;
        Ok(Step { axis, test, predicates })
    }

    fn axis(&mut self) -> Result<Axis, String> {
        if self.take_mark("@") {
            return Ok(Axis::Attribute);
        }
        let Some(Token::Name(name)) = self.peek() else { return Ok(Axis::Child) };
        if self.tokens.get(self.at + 1) != Some(&Token::Mark("::")) {
            return Ok(Axis::Child);
        }
        let found = AXES.iter().find(|axis| axis.0 == name).map(|axis| axis.1);
        let axis = found.ok_or_else(|| format!("'{name}' is no axis"))?;
        self.at += 2;
        Ok(axis)
    }

    fn test(&mut self) -> Result<Test, String> {
        if self.take_mark("*") {
            return Ok(Test::Any);
        }
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return Err("a path step lacks its name".to_owned());
        };
        self.at += 1;
        if !self.take_mark("(") {
            return Ok(Test::Name(name));
        }
        self.expect(")")?;
        Ok(if name == "node" { Test::Node } else { Test::Nothing })
    }

    fn predicates(&mut self, depth: usize) -> Result<Vec<Expression>, String> {
        let mut list = Vec::new();
        while self.take_mark("[") {
            list.push(self.level(0, depth + 1)?);
            self.expect("]")?;
        }
        Ok(list)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take_operator(&mut self, operator: &str) -> bool {
        let hit = matches!(self.peek(), Some(Token::Operator(op)) if *op == operator);
        self.at += usize::from(hit);
        hit
    }

    fn take_mark(&mut self, mark: &str) -> bool {
        let hit = matches!(self.peek(), Some(Token::Mark(m)) if *m == mark);
        self.at += usize::from(hit);
        hit
    }

    fn expect(&mut self, mark: &str) -> Result<(), String> {
        if self.take_mark(mark) { Ok(()) } else { Err(format!("'{mark}' was expected")) }
    }
}
