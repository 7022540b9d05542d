//! Evaluates a parsed XPath expression.

use crate::face::flat::Flat;

use super::functions;
use super::parser::{Axis, Expression, Path, Step, Test};
use super::tree::{self, Node};

/// How deep evaluation may recurse; the parser's bound keeps real expressions far below it.
const MAX_DEPTH: usize = 400;

/// What an expression gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Nodes(Vec<Node>),
    Text(String),
    Number(f64),
    Flag(bool),
}

/// Where an expression is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) node: Node,
    pub(super) position: usize,
    pub(super) size: usize,
}

/// Evaluation over one tree.
pub(super) struct Engine<'t, 'a> {
    flat: &'t Flat<'a>,
}

impl<'t, 'a> Engine<'t, 'a> {
    pub(super) fn new(flat: &'t Flat<'a>) -> Self {
        Self { flat }
    }

    pub(super) fn flat(&self) -> &'t Flat<'a> {
        self.flat
    }

    pub(super) fn evaluate(
        &self,
        expression: &Expression,
        context: Context,
        depth: usize,
    ) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err("the expression nests too deeply".to_owned());
        }
        match expression {
            Expression::Text(text) => Ok(Value::Text(text.clone())),
            Expression::Number(number) => Ok(Value::Number(*number)),
            Expression::Negative(inner) => {
                let value = self.evaluate(inner, context, depth + 1)?;
                Ok(Value::Number(-self.number(&value)))
            }
            Expression::Binary(operator, left, right) => {
                self.binary(operator, (left, right), context, depth + 1)
            }
            Expression::Path(path) => {
                let start = if path.absolute { Node::ROOT } else { context.node };
                self.walk(path, vec![start], depth + 1).map(Value::Nodes)
            }
            Expression::Filter { base, predicates, path } => {
                let Value::Nodes(nodes) = self.evaluate(base, context, depth + 1)? else {
                    return Err("a filter was put on something that is no node set".to_owned());
                };
                let kept = self.filtered(nodes, predicates, depth + 1)?;
                self.walk(path, kept, depth + 1).map(Value::Nodes)
            }
            Expression::Call(name, arguments) => {
                let values = arguments
                    .iter()
                    .map(|argument| self.evaluate(argument, context, depth + 1))
                    .collect::<Result<Vec<_>, String>>()?;
                functions::call(self, name, &values, context)
            }
        }
    }

    fn binary(
        &self,
        operator: &str,
        sides: (&Expression, &Expression),
        context: Context,
        depth: usize,
    ) -> Result<Value, String> {
        let left = self.evaluate(sides.0, context, depth)?;
        // The right side of a decided `and` or `or` is not evaluated.
        match operator {
            "and" if !flag(&left) => return Ok(Value::Flag(false)),
            "or" if flag(&left) => return Ok(Value::Flag(true)),
            _ => {}
        }
        let right = self.evaluate(sides.1, context, depth)?;
        let numbers = || (self.number(&left), self.number(&right));
        Ok(match operator {
            "and" | "or" => Value::Flag(flag(&right)),
            "+" => Value::Number(numbers().0 + numbers().1),
            "-" => Value::Number(numbers().0 - numbers().1),
            "times" => Value::Number(numbers().0 * numbers().1),
            "div" => Value::Number(numbers().0 / numbers().1),
            "mod" => Value::Number(numbers().0 % numbers().1),
            "|" => match (left, right) {
                (Value::Nodes(mut nodes), Value::Nodes(more)) => {
                    nodes.extend(more);
                    nodes.sort_unstable();
                    nodes.dedup();
                    Value::Nodes(nodes)
                }
                _ => return Err("a union of something that is no node set".to_owned()),
            },
            comparison => Value::Flag(self.compared(comparison, &left, &right)),
        })
    }

    fn compared(&self, operator: &str, left: &Value, right: &Value) -> bool {
        match (left, right) {
            // A node set compares as any of its nodes does, except with a truth value.
            (Value::Nodes(nodes), other) if !matches!(other, Value::Flag(_)) => nodes
                .iter()
                .any(|n| self.compared(operator, &Value::Text(tree::text(self.flat, *n)), other)),
            (other, Value::Nodes(nodes)) if !matches!(other, Value::Flag(_)) => nodes
                .iter()
                .any(|n| self.compared(operator, other, &Value::Text(tree::text(self.flat, *n)))),
            _ => self.plainly(operator, left, right),
        }
    }

    fn plainly(&self, operator: &str, left: &Value, right: &Value) -> bool {
        let equal = match (left, right) {
            (Value::Flag(_), _) | (_, Value::Flag(_)) => flag(left) == flag(right),
            (Value::Number(_), _) | (_, Value::Number(_)) => {
                self.number(left) == self.number(right)
            }
            _ => self.text(left) == self.text(right),
        };
        let (l, r) = (self.number(left), self.number(right));
        match operator {
            "=" => equal,
            "!=" => !equal,
            "<" => l < r,
            "<=" => l <= r,
            ">" => l > r,
            _ => l >= r,
        }
    }

    fn walk(&self, path: &Path, start: Vec<Node>, depth: usize) -> Result<Vec<Node>, String> {
        let mut current = start;
        for step in &path.steps {
            let mut next = Vec::new();
            for node in &current {
                next.extend(self.filtered(self.step(*node, step), &step.predicates, depth)?);
            }
            next.sort_unstable();
            next.dedup();
            current = next;
        }
        Ok(current)
    }

    fn step(&self, node: Node, step: &Step) -> Vec<Node> {
        match &step.test {
            Test::Nothing => Vec::new(),
            Test::Name(name) if step.axis == Axis::Attribute => {
                tree::attribute_node(self.flat, node, name).into_iter().collect()
            }
            Test::Name(name) => {
                let mut nodes = tree::along(self.flat, node, step.axis);
                nodes.retain(|n| n.element().is_some() && tree::name(self.flat, *n) == *name);
                nodes
            }
            Test::Any => {
                let mut nodes = tree::along(self.flat, node, step.axis);
                nodes.retain(|n| *n != Node::ROOT);
                nodes
            }
            Test::Node => tree::along(self.flat, node, step.axis),
        }
    }

    fn filtered(
        &self,
        mut nodes: Vec<Node>,
        predicates: &[Expression],
        depth: usize,
    ) -> Result<Vec<Node>, String> {
        for predicate in predicates {
            let size = nodes.len();
            let mut kept = Vec::new();
            for (at, node) in nodes.into_iter().enumerate() {
                let context = Context { node, position: at + 1, size };
                let holds = match self.evaluate(predicate, context, depth + 1)? {
                    Value::Number(number) => number == context.position as f64,
                    other => flag(&other),
                };
                if holds {
                    kept.push(node);
                }
            }
            nodes = kept;
        }
        Ok(nodes)
    }

    pub(super) fn number(&self, value: &Value) -> f64 {
        match value {
            Value::Number(number) => *number,
            Value::Flag(flag) => f64::from(u8::from(*flag)),
            other => self.text(other).trim().parse().unwrap_or(f64::NAN),
        }
    }

    pub(super) fn text(&self, value: &Value) -> String {
        match value {
            Value::Nodes(nodes) => {
                nodes.first().map_or_else(String::new, |node| tree::text(self.flat, *node))
            }
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
        }
    }
}

/// Any value as a truth value.
pub(super) fn flag(value: &Value) -> bool {
    match value {
        Value::Nodes(nodes) => !nodes.is_empty(),
        Value::Text(text) => !text.is_empty(),
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Flag(flag) => *flag,
    }
}
